import type { Database } from '../db/database.ts';
import { extendLease, moveLease } from './queries.ts';

/** How long a renewed lease outlasts a process that ends without giving it back, in milliseconds. */
const RENEWED_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

const leaseUntil = async (db: Database, task: string, now: number, until: Date): Promise<boolean> =>
  (await db.transact(async (tx) => extendLease(tx, { task, now: new Date(now), until }))).length > 0;

/**
 * Takes the lease on a scheduled job; only one process on the database gets it within `ms`. If that process crashes
 * midway, the rest of the work waits for the next run, so each run must find its own work.
 * @param now milliseconds since the epoch
 */
export const takeLease = (db: Database, task: string, ms: number, now = Date.now()): Promise<boolean> =>
  leaseUntil(db, task, now, new Date(now + ms));

/**
 * Runs `work` while this process has the lease on a task, which may take any time: the lease is renewed until it ends.
 * If the process is killed, another one can take the lease a minute later.
 * @returns whether it ran; not if another process has the lease
 */
export async function withLease(db: Database, task: string, work: () => Promise<void>): Promise<boolean> {
  let until = new Date(Date.now() + RENEWED_MS);
  if (!(await leaseUntil(db, task, Date.now(), until))) return false;
  let moving: Promise<unknown> = Promise.resolve();
  const move = (to: Date) => {
    // One after another, also after a failure: each needs the end that the previous one has set.
    const moved = moving.then(async () => {
      if ((await db.transact(async (tx) => moveLease(tx, { task, from: until, to }))).length > 0) until = to;
    });
    moving = moved.catch(() => undefined);
    return moved;
  };
  const renewing = setInterval(
    // The database may be away for a moment; the next renewal tries again.
    () => void move(new Date(Date.now() + RENEWED_MS)).catch(() => undefined),
    RENEW_EVERY_MS,
  ).unref();
  try {
    await work();
    return true;
  } finally {
    clearInterval(renewing);
    await move(new Date());
  }
}
