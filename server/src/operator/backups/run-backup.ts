import type { Logger } from '../../platform/observability/log.ts';
import type { Manifest } from './copy/manifest.ts';
import { withPlainErrors } from './copy/plain-errors.ts';
import { backupName } from './name.ts';
import { openTarget } from './open-target.ts';
import { expiredBackups } from './retention.ts';
import type { BackupConfig } from './target.ts';

interface MadeBackup {
  name: string;
  place: string;
  manifest: Manifest;
  /** The names of the expired backups that were removed. */
  removed: string[];
}

/**
 * Makes a backup and removes expired ones. The caller makes sure that no other process does the same.
 * @throws AppError in plain words, if an operator can fix the cause
 */
export async function runBackup(config: BackupConfig, log: Logger): Promise<MadeBackup> {
  const target = openTarget(config, log);
  const name = backupName(new Date());
  // Leftovers of an interrupted backup take space that this one may need.
  await withPlainErrors(target.remove([]));
  const manifest = await withPlainErrors(target.make(name));
  const expired = expiredBackups(await withPlainErrors(target.list()), config.backup.keep);
  await withPlainErrors(target.remove(expired));
  return { name, place: target.place, manifest, removed: expired.map((backup) => backup.name) };
}
