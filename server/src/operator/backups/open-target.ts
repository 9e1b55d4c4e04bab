import type { Logger } from '../../platform/observability/log.ts';
import { openBucketTarget } from './bucket-target.ts';
import { openFolderTarget } from './folder-target.ts';
import type { BackupConfig, Target } from './target.ts';

/** Opens the target that the settings name. */
export function openTarget(config: BackupConfig, log: Logger): Target {
  const { target } = config.backup;
  return 'dir' in target
    ? openFolderTarget(config, log, target.dir)
    : openBucketTarget(config, log, target.s3);
}
