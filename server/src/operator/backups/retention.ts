/** How many days and weeks to keep a backup of. */
export interface Retention {
  daily: number;
  weekly: number;
}

export interface Backup {
  name: string;
  madeAt: Date;
}

const DAY_MS = 86_400_000;
/** The epoch was a Thursday: weeks start on Mondays. */
const DAYS_BEFORE_EPOCH = 3;

const dayOf = ({ madeAt }: Backup): number => Math.floor(madeAt.getTime() / DAY_MS);
const weekOf = (backup: Backup): number => Math.floor((dayOf(backup) + DAYS_BEFORE_EPOCH) / 7);

export function newestFirst(backups: Backup[]): Backup[] {
  return backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/** The newest backup of each of the last `count` periods that have one. @param sorted all, newest first */
function newestOfEach(sorted: Backup[], periodOf: (backup: Backup) => number, count: number): Backup[] {
  const byPeriod = new Map<number, Backup>();
  for (const backup of sorted) if (!byPeriod.has(periodOf(backup))) byPeriod.set(periodOf(backup), backup);
  return [...byPeriod.values()].slice(0, count);
}

/** Keeps the newest, and the newest of each of the last days and weeks (UTC, from Monday) that have one. */
export function expiredBackups(backups: Backup[], { daily, weekly }: Retention): Backup[] {
  const sorted = newestFirst(backups);
  const retained = new Set([
    ...sorted.slice(0, 1),
    ...newestOfEach(sorted, dayOf, daily),
    ...newestOfEach(sorted, weekOf, weekly),
  ]);
  return sorted.filter((backup) => !retained.has(backup));
}
