import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/log.ts';
import { takeLease } from './lease.ts';
import { repeat } from './repeat.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Shorter than the interval, so that the same process can take the lease again. */
const LEASE_MS = 55 * MINUTE;

/** In only one process on the database. @returns a function that stops it and waits for the current run */
export function hourly(
  db: Database,
  task: string,
  work: () => Promise<unknown>,
  log: Logger,
): () => Promise<void> {
  return repeat(HOUR, async () => (await takeLease(db, task, LEASE_MS)) && work(), log);
}
