import type { Config } from '../../config.ts';
import type { ScheduledBackups, ScheduledBackupsParts } from './scheduled-backups.ts';

/**
 * Opens the automatic backups. Their code, which has both databases' drivers and the bucket's, is loaded only for them.
 * @returns null if no target is configured
 */
export async function openBackups({
  config,
  ...parts
}: Omit<ScheduledBackupsParts, 'config'> & { config: Config }): Promise<ScheduledBackups | null> {
  const { backup } = config;
  if (!backup) return null;
  const { scheduledBackups } = await import('./scheduled-backups.ts');
  return scheduledBackups({ ...parts, config: { ...config, backup } });
}
