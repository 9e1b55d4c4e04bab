import type { Database } from '../../db/database.ts';
import { takeLease } from '../../jobs/lease.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { Logger } from '../../observability/log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The lease: shorter than the job's interval, so that the same process can take it again. */
const LEASE_MS = 55 * MINUTE;

/** Sweeps once an hour, in one of the processes on the database. @returns a stop function. */
export const startSweeping = (db: Database, log: Logger, sweep: () => Promise<void>): (() => Promise<void>) =>
  repeat(HOUR, async () => (await takeLease(db, 'accounts', LEASE_MS)) && sweep(), log);
