import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Database as Sqlite } from 'better-sqlite3';
import { AppError } from '../core/errors.ts';
import type { Conn, Effect, Effects, Tx } from './database.ts';
import { isBusy, isDiskBroken, isDiskFull, noRoom } from './disk-failure.ts';

/** A batch takes in waiting writers for this long, then commits: so much latency it may add for one of them. */
const BATCH_MS = 8;
const BUSY_RETRY_MS = 20;
/** How long to wait for another program's lock: in all, whoever wants to write is answered within five seconds. */
const BUSY_GIVE_UP_MS = 4_500;

interface Job {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Thrown when a writer failed that had already written: without a savepoint it cannot be rolled back alone. */
const SPOILT = Symbol('spoilt');

/**
 * Group commit: writers that wait together commit together, with one fsync for all and answers only after it, so the
 * rate of durable writes is not bound by the disk's syncs. A failing writer does not undo its neighbours: where it had
 * written anything, the batch is rolled back and run again with a savepoint for each writer. Savepoints from the start
 * would have SQLite keep a copy of each page that a writer touches, for the few that fail.
 * @param onBroken is called when the disk fails, before anybody is answered.
 */
export function createGroupCommit(
  sqlite: Sqlite,
  conn: Conn,
  effects: Effects,
  { onBatch, onBroken }: { onBatch: (writers: number) => void; onBroken: (error: unknown) => void },
) {
  const begin = sqlite.prepare('begin immediate');
  const commit = sqlite.prepare('commit');
  const rollback = sqlite.prepare('rollback');
  // How many rows were changed over the whole life of the connection.
  const changes = sqlite.prepare('select total_changes()').pluck();
  const savepoint = sqlite.prepare('savepoint job');
  const release = sqlite.prepare('release job');
  const undo = sqlite.prepare('rollback to job');

  const queue: Job[] = [];
  let draining: Promise<void> | null = null;

  function refuse(job: Job, error: unknown): void {
    if (isDiskBroken(error)) onBroken(error);
    job.reject(isDiskFull(error) ? noRoom(error) : error);
  }

  // While SQLite itself waits for another process's lock it blocks the event loop, so the waiting is done here.
  async function beginBatch(): Promise<void> {
    const giveUpAt = performance.now() + BUSY_GIVE_UP_MS;
    for (;;) {
      try {
        begin.run();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > giveUpAt) {
          throw new AppError('unavailable', 'The database is busy. Please try again.', {
            retryAfter: 5,
            cause: error,
          });
        }
        await pause(BUSY_RETRY_MS);
      }
    }
  }

  async function runJob(job: Job, settled: (() => void)[], isApart: boolean): Promise<void> {
    const registered: Effect[] = [];
    const before = isApart ? void savepoint.run() : changes.get();
    try {
      const value = await job.work({ ...conn, afterCommit: (effect) => void registered.push(effect) });
      if (isApart) release.run();
      settled.push(() => {
        job.resolve(value);
        effects.run(registered);
      });
    } catch (error) {
      // A full disk makes SQLite roll the whole transaction back, and with it the savepoints.
      if (!sqlite.inTransaction) throw error;
      if (isApart) {
        undo.run();
        release.run();
      } else if (changes.get() !== before) throw SPOILT;
      settled.push(() => refuse(job, error));
    }
  }

  /** Runs the writers that `next` yields, one after the other, then commits. @returns what answers each of them. */
  async function runAll(next: () => Job | undefined, isApart: boolean): Promise<(() => void)[]> {
    await beginBatch();
    const settled: (() => void)[] = [];
    try {
      for (let job = next(); job; job = next()) await runJob(job, settled, isApart);
      commit.run();
    } catch (error) {
      if (sqlite.inTransaction) rollback.run();
      throw error;
    }
    return settled;
  }

  async function runBatch(): Promise<void> {
    const taken: Job[] = [];
    let until = Number.POSITIVE_INFINITY;
    const take = () => {
      if (taken.length === 0) until = performance.now() + BATCH_MS;
      const job = performance.now() < until ? queue.shift() : undefined;
      if (job) taken.push(job);
      return job;
    };
    const again = () => {
      const rest = taken.values();
      return () => rest.next().value;
    };
    try {
      const settled = await runAll(take, false).catch((error: unknown) => {
        if (error !== SPOILT) throw error;
        return runAll(again(), true);
      });
      onBatch(taken.length);
      for (const settle of settled) settle();
    } catch (error) {
      for (const job of taken) refuse(job, error);
      // The lock was not to be had: `drain` refuses all who wait for it.
      if (taken.length === 0) throw error;
    }
  }

  async function drain(): Promise<void> {
    // Writers that come in the rest of this turn of the event loop may join the first batch.
    await nextTurn();
    while (queue.length > 0) {
      try {
        await runBatch();
      } catch (error) {
        for (const job of queue.splice(0)) refuse(job, error);
      }
      // Awaits on SQLite are microtasks: without this turn, sockets and timers would starve.
      await nextTurn();
    }
    draining = null;
  }

  return {
    transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      });
    },
    /** How many writers wait for their turn. */
    waiting: () => queue.length,
    /** Resolves when nothing waits to be written any more. */
    async idle(): Promise<void> {
      while (draining) await draining;
    },
  };
}
