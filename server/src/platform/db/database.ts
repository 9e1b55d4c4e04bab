import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { DomainEventName, DomainEvents } from '../core/events.ts';
import type { RowChanges } from './row-changes.ts';
import type { Tables } from './tables.ts';

/** The query builders that both engines share. Await them; end writes in `.returning()` if you need rows. */
export type Queries = Pick<
  BetterSQLite3Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with'
>;

/** What is searched: listings by brand or by the words of their size, WTBs by title or brand. */
export type Searchable = 'listings' | 'sizes' | 'wanted';

/**
 * A select of the `id` of every active listing or open WTB that can contain a term; null if the term is too short for the
 * trigram index. Each engine has its own.
 */
export type Search = (what: Searchable, term: string) => SQL | null;

/** A connection to run queries on. Queries do not know which engine it belongs to. */
export interface Conn {
  q: Queries;
  t: Tables;
  search: Search;
  /** Whether other transactions may write concurrently; false on SQLite, which has one writer. */
  hasConcurrentWriters: boolean;
  /** The instant `ms` milliseconds ago by the database clock, since node clocks may differ. */
  ago(ms: number): SQL;
}

/** Runs after a commit. @param committedAt time of the commit by `performance.now()` */
export type Effect = (committedAt: number) => void | Promise<void>;

export interface Tx extends Conn {
  /** Runs `effect` once the transaction is durable; never if it is rolled back. */
  afterCommit(effect: Effect): void;
  /** Runs what other features do about this, in this transaction; its failure rolls back. */
  emit<E extends DomainEventName>(name: E, event: DomainEvents[E]): Promise<void>;
}

/** What follows an event, in the same transaction. */
export type Subscriber<E extends DomainEventName> = (tx: Tx, event: DomainEvents[E]) => Promise<void> | void;

/** The subscribers of a database's transactions. */
export interface Events {
  /** Runs `subscriber` in every transaction that emits the event, after those registered before. */
  on<E extends DomainEventName>(name: E, subscriber: Subscriber<E>): void;
  /** Runs the subscribers one after another; what one throws rolls the transaction back. */
  emit<E extends DomainEventName>(tx: Tx, name: E, event: DomainEvents[E]): Promise<void>;
}

/** The transaction that a writer gets on a connection; its effects are pushed to `registered`. */
export function openTx(conn: Conn, registered: Effect[], events: Events): Tx {
  const tx: Tx = {
    ...conn,
    afterCommit: (effect) => void registered.push(effect),
    emit: (name, event) => events.emit(tx, name, event),
  };
  return tx;
}

/** On SQLite, queued writers; on PostgreSQL, pool connections and callers waiting for one. */
type DatabaseLoad = { waitingWriters: number } | { pool: { total: number; idle: number; waiting: number } };

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  read<T>(work: (conn: Conn) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and resolves when it is on disk; a throw rolls everything back. `work` may
   * await only queries: on SQLite, all other writes wait meanwhile. On PostgreSQL it runs again after a
   * serialization failure or deadlock, so it must have no side effects outside the database.
   * @throws unavailable if the database does not respond; the transaction may still have been committed.
   */
  transact<T>(work: (tx: Tx) => T | Promise<T>): Promise<T>;
  /**
   * Like `transact`, for a single prepared statement, which needs no `begin` and `commit`: two round trips less. Its plan is
   * made once, with an index for every table, whatever the size of the tables and arrays. Null on SQLite.
   */
  runStatement: (<T>(work: (tx: Tx) => Promise<T>) => Promise<T>) | null;
  /** Reports written rows; null on PostgreSQL, to which other nodes write. */
  rowChanges: RowChanges | null;
  /** What runs in the transactions that emit events. */
  events: Pick<Events, 'on'>;
  /** The current queue length, and the open connections. */
  load(): DatabaseLoad;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Runs the effects registered with `afterCommit`; a failure goes to `onError` and undoes nothing. */
export function createEffects(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  function start(effect: Effect, committedAt: number): void {
    try {
      const effected = effect(committedAt);
      if (!effected) return;
      const done = effected.catch(onError).finally(() => running.delete(done));
      running.add(done);
    } catch (error) {
      onError(error);
    }
  }
  return {
    /** Call it right after the commit. */
    run(effects: Effect[]): void {
      const committedAt = performance.now();
      for (const effect of effects) start(effect, committedAt);
    },
    /** Resolves when no effect is running, so that a stopping server still sends its mails. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
export type Effects = ReturnType<typeof createEffects>;

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'];

/** Whether an error or its cause is a unique-key violation, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNIQUE_VIOLATIONS.includes(code) || isUniqueViolation(error.cause);
}
