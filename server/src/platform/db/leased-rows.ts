import { and, type Column, gt, isNull, lte, or, type SQL } from 'drizzle-orm';

/** The columns of rows that a queue leases, and whose receiver may ask for a pause. */
interface LeasedRow {
  /** Null while nothing waits. */
  dueAt: Column;
  leasedUntil: Column;
  pausedUntil: Column;
}

/** Due, and leased to no process. */
export function isFree({ dueAt, leasedUntil }: LeasedRow, now: Date): SQL | undefined {
  return and(lte(dueAt, now), or(isNull(leasedUntil), lte(leasedUntil, now)));
}

/** No pause goes on. */
export function isReady({ pausedUntil }: LeasedRow, now: Date): SQL | undefined {
  return or(isNull(pausedUntil), lte(pausedUntil, now));
}

/** Can be woken at this time: nothing is due before it, and no pause goes on then. */
export function isWakeable(row: LeasedRow, at: Date): SQL | undefined {
  return and(or(isNull(row.dueAt), gt(row.dueAt, at)), isReady(row, at));
}
