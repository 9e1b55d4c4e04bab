import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { DomainEventName, DomainEvents } from '../core/events.ts';
import type { RowChanges } from './row-changes.ts';
import type { Tables } from './tables.ts';

/** The builders that both engines share. End writes in `.returning()` if you need rows. */
export type Queries = Pick<
  BetterSQLite3Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with'
>;

/** What is searched: listings by brand or by the words of their size, WTBs by title or brand. */
export type Searchable = 'listings' | 'sizes' | 'wanted';

/** Selects the ids of active listings or open WTBs; null if a term is too short for the trigram index. */
export type Search = (what: Searchable, ...anyOf: string[]) => SQL | null;

/** A condition on the words of a text. A word is a run of letters and digits of the index, or its beginning. */
export type Words = { word: string; isWhole: boolean } | { all: Words[] } | { any: Words[] };

export interface WordQuery {
  words: Words;
  /** What else must be there: too common for an index to find it, or found by the words already. */
  narrowing: Words | null;
  /** What must not be there. */
  lacking: Words | null;
  /** Only words of one or two letters, which begin many others. */
  isBroad: boolean;
}

/** Reads live listings by their words: the rows of `listings_words`, named `w`. */
export type WordSearch = (query: WordQuery) => {
  from: SQL;
  matches: SQL;
  /** Up to this many are read by the words and then sorted; with more, the index of the order soon fills a page. */
  few: number;
  /** Selects a row for each hit, to count them; null on PostgreSQL, whose planner estimates their number. */
  hits: SQL | null;
  /** Whether a listing has the words, without their index. */
  holds(l: Pick<Tables['listings'], 'id' | 'searchWords'>): SQL;
};

export interface Conn {
  q: Queries;
  t: Tables;
  search: Search;
  searchWords: WordSearch;
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
  /** Runs the event's subscribers in this transaction; a failure of one rolls it back. */
  emit<E extends DomainEventName>(name: E, event: DomainEvents[E]): Promise<void>;
}

export type Subscriber<E extends DomainEventName> = (tx: Tx, event: DomainEvents[E]) => Promise<void> | void;

export type AnySubscriber = (tx: Tx, name: DomainEventName, event: object) => Promise<void>;

export interface Events {
  on<E extends DomainEventName>(name: E, subscriber: Subscriber<E>): void;
  /** Follows events of every name. */
  onAny(subscriber: AnySubscriber): void;
  emit<E extends DomainEventName>(tx: Tx, name: E, event: DomainEvents[E]): Promise<void>;
}

export function openTx(conn: Conn, registered: Effect[], events: Events): Tx {
  const tx: Tx = {
    ...conn,
    afterCommit: (effect) => void registered.push(effect),
    emit: (name, event) => events.emit(tx, name, event),
  };
  return tx;
}

type DatabaseLoad = { waitingWriters: number } | { pool: { total: number; idle: number; waiting: number } };

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  read<T>(work: (conn: Conn) => Promise<T>): Promise<T>;
  /**
   * Resolves when the transaction is on disk. `work` may await only queries: on SQLite, all other writes wait
   * meanwhile; PostgreSQL repeats it after a serialization failure or deadlock, so it has no other effects.
   * @throws unavailable if the database does not respond; the transaction may still have been committed
   */
  transact<T>(work: (tx: Tx) => T | Promise<T>): Promise<T>;
  /** `transact` for one prepared statement, two round trips less: no `begin` and `commit`. Null on SQLite. */
  runStatement: (<T>(work: (tx: Tx) => Promise<T>) => Promise<T>) | null;
  /** Reports written rows; null on PostgreSQL, to which other nodes write. */
  rowChanges: RowChanges | null;
  events: Pick<Events, 'on' | 'onAny'>;
  load(): DatabaseLoad;
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

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNIQUE_VIOLATIONS.includes(code) || isUniqueViolation(error.cause);
}
