import { resolve } from 'node:path';
import * as z from 'zod';
import { number, setting, text } from '../../platform/core/setting.ts';
import {
  BACKUP_S3_VARIABLES,
  type S3_VARIABLES,
  type S3Settings,
  s3Settings,
} from '../../platform/media/s3-settings.ts';
import type { Retention } from './retention.ts';

const HOUR_MS = 3_600_000;
const EVERY_DEFAULT_HOURS = 24;
const RETENTION_DEFAULT: Retention = { daily: 7, weekly: 4 };

const retention = z
  .string()
  .regex(
    /^(\d{1,3} daily(, \d{1,3} weekly)?|\d{1,3} weekly)$/,
    'must be like "7 daily, 4 weekly", "7 daily" or "4 weekly"',
  )
  .transform((text): Retention => {
    const count = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(text)?.[1] ?? 0);
    return { daily: count('daily'), weekly: count('weekly') };
  });

export const BACKUP_VARIABLES = {
  BACKUP_DIR: setting(text.optional(), '/mnt/backups'),
  ...BACKUP_S3_VARIABLES,
  /** Hours. */
  BACKUP_EVERY: setting(
    number({ min: 0.001, max: 8_760, unit: 'hours', hasFractions: true }).optional(),
    '24',
  ),
  BACKUP_KEEP: setting(retention.optional(), '7 daily, 4 weekly'),
};
const Variables = z.object(BACKUP_VARIABLES);
type Variables = z.infer<typeof Variables>;

interface BackupSettings {
  target: { dir: string } | { s3: S3Settings };
  /** From the beginning of one backup to that of the next, in milliseconds. */
  everyMs: number;
  keep: Retention;
}

const hasS3 = (set: Variables): boolean => set.BACKUP_S3_ENDPOINT !== undefined;

/** Whether backups have one target: a folder or a bucket, but not both. */
export function hasOneTarget(set: Variables): boolean {
  return set.BACKUP_DIR === undefined || !hasS3(set);
}

/** Whether backups have another bucket than photos. */
export function hasOwnBucket(
  set: Variables & Partial<Record<keyof typeof S3_VARIABLES, string | undefined>>,
): boolean {
  const backups = s3Settings(set, 'BACKUP_S3');
  const photos = s3Settings(set, 'S3');
  return !backups || !photos || backups.endpoint !== photos.endpoint || backups.bucket !== photos.bucket;
}

/** Whether a target is set, if anything else about backups is. */
export function hasTargetIfNeeded(set: Variables): boolean {
  return (
    set.BACKUP_DIR !== undefined ||
    hasS3(set) ||
    (set.BACKUP_EVERY === undefined && set.BACKUP_KEEP === undefined)
  );
}

/** Null without a target: automatic backups are off. */
export function backupSettings(set: Variables): BackupSettings | null {
  const s3 = s3Settings(set, 'BACKUP_S3');
  const target = s3 ? { s3 } : set.BACKUP_DIR === undefined ? null : { dir: resolve(set.BACKUP_DIR) };
  if (!target) return null;
  return {
    target,
    everyMs: (set.BACKUP_EVERY ?? EVERY_DEFAULT_HOURS) * HOUR_MS,
    keep: set.BACKUP_KEEP ?? RETENTION_DEFAULT,
  };
}
