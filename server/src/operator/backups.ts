import { AppError } from '../platform/core/errors.ts';
import { withLease } from '../platform/jobs/lease.ts';
import { createLog } from '../platform/observability/log.ts';
import { withPlainErrors } from './backups/copy/plain-errors.ts';
import { namedBackup } from './backups/name.ts';
import { openTarget } from './backups/open-target.ts';
import { newestFirst } from './backups/retention.ts';
import { runBackup } from './backups/run-backup.ts';
import { BACKUP_TASK } from './backups/scheduled-backups.ts';
import type { BackupConfig } from './backups/target.ts';
import type { OperatorContext } from './command.ts';
import { remindOfSameSecret, remindOfSecret, summaryOf } from './copies.ts';
import { onDatabase } from './on-database.ts';

const LATEST = 'latest';
/** The error that a command prints says everything. */
const SILENT = createLog('silent');

/** @throws invalid_input when no target for backups is set */
function configOf({ config }: OperatorContext): BackupConfig {
  const { backup } = config;
  if (backup) return { ...config, backup };
  throw new AppError(
    'invalid_input',
    'Set BACKUP_DIR or BACKUP_S3_ENDPOINT, which say where the backups are.',
  );
}

/** Lists the complete backups in the configured target, the newest first. */
export async function listBackups(operating: OperatorContext): Promise<void> {
  const target = openTarget(configOf(operating), SILENT);
  const backups = newestFirst(await withPlainErrors(target.list()));
  for (const { name } of backups) operating.print(name);
  if (backups.length === 0) operating.print(`There is no backup in ${target.place}.`);
}

/** Makes a backup now, as the server does on schedule. */
export async function makeBackup(operating: OperatorContext): Promise<void> {
  const config = configOf(operating);
  await onDatabase(operating, async (db) => {
    const hasRun = await withLease(db, BACKUP_TASK, async () => {
      const { name, place, manifest, removed } = await runBackup(config, SILENT);
      operating.print(`${name} in ${place} contains the whole instance: ${summaryOf(manifest)}.`);
      if (removed.length > 0) operating.print(`Expired and removed: ${removed.join(', ')}.`);
      remindOfSecret(operating);
    });
    if (!hasRun) throw new AppError('conflict', 'A backup is already being made. Try again in a minute.');
  });
}

/** Restores a backup of the configured target into an empty instance. @param name as listed, or `latest` */
export async function restoreBackup(operating: OperatorContext, name: string): Promise<void> {
  const target = openTarget(configOf(operating), SILENT);
  const backups = newestFirst(await withPlainErrors(target.list()));
  const chosen = name === LATEST ? backups[0] : backups.find((backup) => backup.name === name);
  if (!chosen) {
    const problem =
      namedBackup(name) || name === LATEST ? 'There is no such backup' : `"${name}" is no backup`;
    throw new AppError('not_found', `${problem} in ${target.place}: \`backups list\` shows them.`);
  }
  const manifest = await withPlainErrors(target.restore(chosen.name));
  operating.print(`${chosen.name} was restored: ${summaryOf(manifest)}. Start the server.`);
  remindOfSameSecret(operating);
}
