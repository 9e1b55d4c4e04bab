import { AppError } from '../../platform/core/errors.ts';
import { storageFolders } from '../../platform/observability/disk-space.ts';
import { createLog } from '../../platform/observability/log.ts';
import type { OperatorContext } from '../command.ts';
import { checkBackups } from './backups.ts';
import { checkDatabase } from './database.ts';
import { type Finding, fail, reasonOf } from './finding.ts';
import { checkDisk, checkFolder, checkModes, checkNode, checkSecret } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkPhotos } from './photos.ts';
import { checkQueues } from './queues.ts';
import { checkRedis } from './redis.ts';
import { checkSite } from './site.ts';

const lineOf = ({ level, about, says, todo }: Finding): string =>
  `${level.padEnd(5)} ${about}: ${says}${todo ? ` → ${todo}` : ''}`;

/**
 * Checks everything that the installation depends on and prints one line per finding: what is wrong and what
 * to do. It changes nothing, apart from a file each that it stores in the buckets or BACKUP_DIR, and removes again.
 * @throws unavailable when something must be fixed
 */
export async function runDoctor(operating: OperatorContext): Promise<void> {
  const { config, print } = operating;
  // Silent: every problem is reported as a finding.
  const log = createLog('silent');
  const checks: Record<string, () => Finding | Finding[] | Promise<Finding | Finding[]>> = {
    node: checkNode,
    'data folder': () => checkFolder(config.dataDir),
    'file modes': () => checkModes(config),
    secret: () => checkSecret(config),
    disk: () => Promise.all(storageFolders(config).map((folder) => checkDisk(folder))),
    database: () => checkDatabase(config.databaseUrl, config.databasePool),
    photos: () => checkPhotos(config.s3, log),
    backups: () => checkBackups(config, log),
    redis: () => checkRedis(config.redisUrl),
    mail: () => checkMail(config),
    queues: () => checkQueues({ ...operating, log }),
    server: () => checkSite(config),
  };
  let failures = 0;
  for (const [about, check] of Object.entries(checks)) {
    let found: Finding[];
    try {
      found = [await check()].flat();
    } catch (error) {
      found = [fail(about, `The check failed: ${reasonOf(error)}.`, 'Check that it runs at all.')];
    }
    for (const finding of found) print(lineOf(finding));
    failures += found.filter(({ level }) => level === 'FAIL').length;
  }
  if (failures > 0) {
    const problems = failures === 1 ? 'One problem' : `${failures} problems`;
    throw new AppError('unavailable', `${problems} must be fixed.`);
  }
}
