import type { Database } from '../db/database.ts';
import { extendLease, moveLease } from './queries.ts';

/** How long a renewed lease outlasts a process that ends without giving it back, in milliseconds. */
const RENEWED_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

const leaseUntil = async (db: Database, task: string, now: number, until: Date): Promise<boolean> =>
  (await db.transact(async (tx) => extendLease(tx, { task, now: new Date(now), until }))).length > 0;

/** Only one process gets it within `ms`. If that crashes, its work waits for the next run to find it. */
export function takeLease(db: Database, task: string, ms: number, now = Date.now()): Promise<boolean> {
  return leaseUntil(db, task, now, new Date(now + ms));
}

/** Renews the lease until `work` ends; a killed process loses it in a minute. @returns whether it ran */
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
