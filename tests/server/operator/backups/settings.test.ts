import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/src/config.ts';
import { backupName, namedBackup } from '../../../../server/src/operator/backups/name.ts';
import { expiredBackups } from '../../../../server/src/operator/backups/retention.ts';

const BUCKET = {
  BACKUP_S3_ENDPOINT: 'https://s3.example/',
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('without a target there are no backups', () => {
  expect(readConfig({}).backup).toBeNull();
});

test('with a target there is one backup a day', () => {
  expect(readConfig({ BACKUP_DIR: '/backups' }).backup).toEqual({
    target: { dir: '/backups' },
    everyMs: DAY_MS,
    keep: { daily: 7, weekly: 4 },
  });
});

test('the schedule of backups can be set', () => {
  expect(readConfig({ ...BUCKET, BACKUP_EVERY: '0.5', BACKUP_KEEP: '30 daily' }).backup).toEqual({
    target: {
      s3: {
        ...{ endpoint: 'https://s3.example', bucket: 'backups', region: 'us-east-1' },
        ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    },
    everyMs: HOUR_MS / 2,
    keep: { daily: 30, weekly: 0 },
  });
  expect(readConfig({ BACKUP_DIR: 'b', BACKUP_KEEP: '14 daily, 8 weekly' }).backup?.keep).toEqual({
    daily: 14,
    weekly: 8,
  });
  expect(readConfig({ BACKUP_DIR: 'b', BACKUP_KEEP: '8 weekly' }).backup?.keep.weekly).toBe(8);
});

test.each([
  [{ BACKUP_S3_BUCKET: 'backups' }, /BACKUP_S3_ENDPOINT: needs BACKUP_S3_BUCKET/],
  [{ BACKUP_S3_REGION: 'eu-west-1' }, /BACKUP_S3_ENDPOINT: needs BACKUP_S3_BUCKET/],
  [{ ...BUCKET, BACKUP_DIR: '/backups' }, /BACKUP_DIR: .* set one of them/],
  [
    {
      ...BUCKET,
      ...{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'backups', S3_ACCESS_KEY_ID: 'a' },
      S3_SECRET_ACCESS_KEY: 'b',
    },
    /BACKUP_S3_BUCKET: must be another bucket than S3_BUCKET/,
  ],
  [{ BACKUP_EVERY: '24' }, /BACKUP_DIR: or BACKUP_S3_ENDPOINT must be set, too/],
  [{ BACKUP_KEEP: '7 daily' }, /BACKUP_DIR: or BACKUP_S3_ENDPOINT must be set, too/],
  [{ BACKUP_DIR: '/backups', BACKUP_EVERY: '0' }, /BACKUP_EVERY/],
  [{ BACKUP_DIR: '/backups', BACKUP_EVERY: 'daily' }, /BACKUP_EVERY/],
  [{ BACKUP_DIR: '/backups', BACKUP_KEEP: '7' }, /BACKUP_KEEP: must be like "7 daily, 4 weekly"/],
  [{ BACKUP_DIR: '/backups', BACKUP_KEEP: '4 weekly, 7 daily' }, /BACKUP_KEEP/],
])('meaningless settings are refused: %o', (env, message) => {
  expect(() => readConfig(env as Record<string, string>)).toThrow(message);
});

test('a backup is named after its beginning', () => {
  const at = new Date('2026-03-14T09:26:53.589Z');
  expect(backupName(at)).toBe('selvedge-2026-03-14T09-26-53Z');
  expect(namedBackup(backupName(at))?.madeAt).toEqual(new Date('2026-03-14T09:26:53Z'));
  for (const other of ['selvedge-2026-03-14', 'selvedge-2026-03-14T09-26-53Z.partial', 'monday', ''])
    expect(namedBackup(other)).toBeNull();
});

/** Backups at these times, and the times of those that remain. */
const remaining = (times: string[], keep: { daily: number; weekly: number }): string[] => {
  const backups = times.map((time) => ({ name: time, madeAt: new Date(`${time}Z`) }));
  const expired = new Set(expiredBackups(backups, keep).map(({ name }) => name));
  return times.filter((time) => !expired.has(time));
};

test('the newest backup of each recent period remains', () => {
  // From a Monday on, two each day for five weeks.
  const from = Date.parse('2026-03-02T06:00:00Z');
  const times = Array.from({ length: 70 }, (_, i) =>
    new Date(from + (i * DAY_MS) / 2).toISOString().slice(0, 19),
  );
  expect(remaining(times, { daily: 3, weekly: 3 })).toEqual([
    '2026-03-22T18:00:00',
    '2026-03-29T18:00:00',
    '2026-04-03T18:00:00',
    '2026-04-04T18:00:00',
    '2026-04-05T18:00:00',
  ]);
});

test('periods without a backup do not count', () => {
  const times = ['2025-01-01T00:00:00', '2025-06-01T00:00:00', '2026-03-14T00:00:00'];
  expect(remaining(times, { daily: 2, weekly: 0 })).toEqual(times.slice(1));
  expect(remaining([], { daily: 7, weekly: 4 })).toEqual([]);
});

test('the newest backup always remains', () => {
  const times = ['2025-01-01T00:00:00', '2025-06-01T00:00:00', '2026-03-14T00:00:00'];
  expect(remaining(times, { daily: 0, weekly: 0 })).toEqual(times.slice(2));
});
