import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import type { Database as Sqlite } from 'better-sqlite3';
import { AppError } from '../core/errors.ts';
import type { Effect, Effects, Tx } from './database.ts';
import { diskFullError, isBusy, isDiskBroken, isDiskFull } from './disk-failure.ts';

/** A batch accepts queued writers for this long, then commits; this is also the latency it may add. */
const BATCH_MS = 8;
const BUSY_RETRY_MS = 20;
/** How long to wait for another program's lock, so that every writer gets a response within five seconds. */
const BUSY_GIVE_UP_MS = 4_500;

interface Job {
  work: (tx: Tx) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface GroupCommitHooks {
  onBatch(writers: number): void;
  onBegun(): void;
  onRollback(): void;
  /** The disk has failed. No writer has got a response yet. */
  onBroken(error: unknown): void;
}

/** Query builders are thenables, too. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';

/** Thrown if a writer fails after writing: without a savepoint it cannot be rolled back individually. */
const NEEDS_SAVEPOINTS = Symbol('needs savepoints');

/**
 * Queued writers commit in batches with one fsync and get their responses afterwards, so that syncs do not
 * bound the write rate. If a writer fails after it has written, the batch is rolled back and rerun with
 * savepoints; from the start, they would make SQLite copy every page that a writer touches.
 */
export function createGroupCommit(
  sqlite: Sqlite,
  open: (registered: Effect[]) => Tx,
  effects: Effects,
  { onBatch, onBegun, onRollback, onBroken }: GroupCommitHooks,
) {
  const begin = sqlite.prepare('begin immediate');
  const commit = sqlite.prepare('commit');
  const rollback = sqlite.prepare('rollback');
  const changes = sqlite.prepare('select total_changes()').pluck();
  const savepoint = sqlite.prepare('savepoint job');
  const release = sqlite.prepare('release job');
  const undo = sqlite.prepare('rollback to job');

  const queue: Job[] = [];
  let draining: Promise<void> | null = null;

  function refuse(job: Job, error: unknown): void {
    if (isDiskBroken(error)) onBroken(error);
    job.reject(isDiskFull(error) ? diskFullError(error) : error);
  }

  // SQLite would block the event loop while waiting for another process's lock, so wait here.
  async function beginBatch(): Promise<void> {
    const deadline = performance.now() + BUSY_GIVE_UP_MS;
    for (;;) {
      try {
        begin.run();
        onBegun();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > deadline) {
          throw new AppError('unavailable', 'The database is busy. Please try again.', {
            retryAfter: 5,
            cause: error,
          });
        }
        await pause(BUSY_RETRY_MS);
      }
    }
  }

  /** Runs a writer; only one that awaits something costs a promise. */
  function runJob(job: Job, settled: (() => void)[], hasSavepoint: boolean): Promise<void> | undefined {
    const registered: Effect[] = [];
    const before = hasSavepoint ? void savepoint.run() : changes.get();
    const succeed = (value: unknown) => {
      if (hasSavepoint) release.run();
      settled.push(() => {
        job.resolve(value);
        effects.run(registered);
      });
    };
    const fail = (error: unknown) => {
      // On a full disk, SQLite rolls back the whole transaction, including its savepoints.
      if (!sqlite.inTransaction) throw error;
      if (hasSavepoint) {
        undo.run();
        release.run();
        onRollback();
      } else if (changes.get() !== before) throw NEEDS_SAVEPOINTS;
      settled.push(() => refuse(job, error));
    };
    try {
      const value = job.work(open(registered));
      if (isThenable(value)) return Promise.resolve(value).then(succeed).catch(fail);
      succeed(value);
    } catch (error) {
      fail(error);
    }
  }

  /** Runs the writers from `next` one after another, then commits. @returns functions that settle each writer. */
  async function runAll(next: () => Job | undefined, hasSavepoint: boolean): Promise<(() => void)[]> {
    await beginBatch();
    const settled: (() => void)[] = [];
    try {
      for (let job = next(); job; job = next()) {
        const running = runJob(job, settled, hasSavepoint);
        if (running) await running;
      }
      commit.run();
    } catch (error) {
      if (sqlite.inTransaction) rollback.run();
      onRollback();
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
        if (error !== NEEDS_SAVEPOINTS) throw error;
        return runAll(again(), true);
      });
      onBatch(taken.length);
      for (const settle of settled) settle();
    } catch (error) {
      for (const job of taken) refuse(job, error);
      // The lock could not be acquired: `drain` rejects all queued writers.
      if (taken.length === 0) throw error;
    }
  }

  async function drain(): Promise<void> {
    // Writers that arrive in the rest of this event-loop tick may join the first batch.
    await nextTick();
    while (queue.length > 0) {
      try {
        await runBatch();
      } catch (error) {
        for (const job of queue.splice(0)) refuse(job, error);
      }
      // Awaits on SQLite are microtasks: without this tick, sockets and timers would starve.
      await nextTick();
    }
    draining = null;
  }

  return {
    transact<T>(work: (tx: Tx) => T | Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      });
    },
    waiting: () => queue.length,
    async idle(): Promise<void> {
      while (draining) await draining;
    },
  };
}
