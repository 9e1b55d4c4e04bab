import { setTimeout as pause } from 'node:timers/promises';
import type { Conn, Database, Tx } from '../db/database.ts';
import type { Logger } from '../observability/log.ts';
import { type QueueKind, recordFailure } from './queue-kind.ts';
import { repeat } from './repeat.ts';

const CLOSE_MS = 4_000;

/** Spreads what would happen at the same time by a tenth, either way. */
export function withJitter(ms: number): number {
  return Math.round(ms * (0.9 + Math.random() * 0.2));
}

/** Rows of the database that wait to be sent somewhere. */
interface QueueParts<R> {
  kind: QueueKind;
  db: Database;
  log: Logger;
  clock: () => number;
  /** Between two looks for what has become due. */
  pollMs: number;
  /** How many are worked on at once in this process. */
  concurrency: number;
  /** Longer than any work: if a process is killed, another one takes over after this. */
  leaseMs: number;
  /** What is due and leased to nobody, longest first. */
  due(conn: Conn, now: Date, limit: number): PromiseLike<{ id: string }[]>;
  /** Leases it; of several processes that try, one gets it. */
  take(tx: Tx, lease: { id: string; now: Date; until: Date }): PromiseLike<R | undefined>;
  /** Sends it, and stores what came of it. @returns false to leave the others to the next poll */
  work(row: R): Promise<boolean>;
}

export interface Queue {
  /** Works on what is due. Resolves when nothing is in work. */
  kick(): Promise<void>;
  /** What is in work goes on for up to four seconds; everything else stays in the database. */
  close(): Promise<void>;
}

/** A slow row takes one of `concurrency` places, and delays no other. */
export function createQueue<R>(parts: QueueParts<R>): Queue {
  const { kind, db, log, clock, concurrency, leaseMs } = parts;
  const { name } = kind;
  const running = new Map<string, Promise<void>>();
  let filling: Promise<void> | null = null;
  let isRequested = false;
  let isClosed = false;

  async function run(id: string): Promise<boolean> {
    const now = new Date(clock());
    const until = new Date(now.getTime() + leaseMs);
    const row = await db.transact(async (tx) => parts.take(tx, { id, now, until }));
    return row === undefined || parts.work(row);
  }

  function start(id: string): void {
    const done = run(id)
      .catch(async (err: unknown) => {
        if (isClosed) return true;
        log.error({ err, queue: name, id }, 'could not be sent; it waits for its lease to end');
        // The database may be what failed.
        await db.transact((tx) => recordFailure(tx, kind)).catch(() => undefined);
        return true;
      })
      .then((goesOn) => {
        running.delete(id);
        if (goesOn) request();
      });
    running.set(id, done);
  }

  async function fill(): Promise<void> {
    while (isRequested && !isClosed && running.size < concurrency) {
      isRequested = false;
      const found = await db.read(async (conn) =>
        parts.due(conn, new Date(clock()), concurrency + running.size),
      );
      const fresh = found.filter(({ id }) => !running.has(id));
      for (const { id } of fresh.slice(0, concurrency - running.size)) start(id);
    }
  }

  function request(): void {
    isRequested = true;
    if (isClosed) return;
    filling ??= fill()
      .catch((err: unknown) => {
        if (!isClosed)
          log.error({ err, queue: name }, 'could not read what waits; the next poll tries again');
      })
      .finally(() => {
        filling = null;
        // Requested just as it ended.
        if (isRequested && running.size < concurrency) request();
      });
  }

  async function idle(): Promise<void> {
    while (filling || running.size > 0) await Promise.all([filling, ...running.values()]);
  }

  const stopPolling = repeat(parts.pollMs, async () => request(), log);
  // For what an earlier process has left.
  request();
  return {
    kick() {
      request();
      return idle();
    },
    async close() {
      isClosed = true;
      const timeout = new AbortController();
      await Promise.race([
        Promise.all([idle(), stopPolling()]),
        pause(CLOSE_MS, undefined, { signal: timeout.signal }),
      ]);
      timeout.abort();
    },
  };
}
