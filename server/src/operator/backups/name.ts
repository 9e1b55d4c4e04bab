import type { Backup } from './retention.ts';

const NAME = /^selvedge-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** The name of the backup that begins now: `selvedge-2026-03-14T09-26-53Z`, in UTC. */
export function backupName(at: Date): string {
  return `selvedge-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The backup of this name; null for any other file. */
export function namedBackup(name: string): Backup | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day ? { name, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) } : null;
}
