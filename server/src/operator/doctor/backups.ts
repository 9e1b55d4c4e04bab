import { statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { withPlainErrors } from '../backups/copy/plain-errors.ts';
import { openTarget } from '../backups/open-target.ts';
import { newestIn, OVERDUE_AFTER } from '../backups/scheduled-backups.ts';
import type { Target } from '../backups/target.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const ABOUT = 'backups';
const HOUR_MS = 3_600_000;

const UNSCHEDULED = warn(
  ABOUT,
  'Automatic backups are off.',
  'Set BACKUP_DIR or BACKUP_S3_ENDPOINT, or run `backup` regularly.',
);

/** Whether a folder is on the disk of the data, which takes both with it when it fails. */
const isOnSameDisk = (dir: string, dataDir: string): boolean => {
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  return device(dir) !== undefined && device(dir) === device(dataDir);
};

async function ageFinding({ list, place }: Target, everyMs: number): Promise<Finding> {
  const lastAt = await newestIn({ list });
  if (!lastAt) {
    return warn(
      ABOUT,
      `There is none in ${place} yet.`,
      'The running server makes the first one once there are members; `backups make` makes one now.',
    );
  }
  const hours = Math.floor((Date.now() - lastAt.getTime()) / HOUR_MS);
  const says = `The last good one in ${place} is ${hours} h old.`;
  return Date.now() - lastAt.getTime() > OVERDUE_AFTER * everyMs
    ? fail(ABOUT, says, 'The log says why later ones failed, and `backups make` tries again now.')
    : ok(ABOUT, says);
}

/** Checks that backups can be stored, and that the last one is not overdue. */
export async function checkBackups(config: Config, log: Logger): Promise<Finding[]> {
  const { backup } = config;
  if (!backup) return [UNSCHEDULED];
  const target = openTarget({ ...config, backup }, log);
  try {
    await withPlainErrors(target.tryOut());
    const found = [await ageFinding(target, backup.everyMs)];
    if ('dir' in backup.target && isOnSameDisk(backup.target.dir, config.dataDir)) {
      const says = `${backup.target.dir} is on the disk of DATA_DIR, and fails with it.`;
      found.push(warn(ABOUT, says, 'Set BACKUP_DIR to a folder on another disk or machine.'));
    }
    return found;
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : reasonOf(error);
    return [
      fail(ABOUT, `None can be stored in ${target.place}: ${reason}`, 'Correct the settings of BACKUP_*.'),
    ];
  }
}
