import type { SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Tables } from './tables.ts';

/** The query builders that both engines share. Await them; where rows matter, end in `.returning()`. */
export type Queries = Pick<
  BetterSQLite3Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with'
>;

/** What can be searched: listings by brand, requests by title or brand. */
type Searchable = 'listings' | 'wanted';

/**
 * A select of the `id` of every live listing, or open request, that contains a term; null when the term is too short
 * for the index, which holds text by its trigrams. Each engine has its own.
 */
export type Search = (what: Searchable, term: string) => SQL | null;

/** A connection to run queries on. Queries take it and never learn which engine it belongs to. */
export interface Conn {
  q: Queries;
  t: Tables;
  search: Search;
  /** Whether other transactions may write at the same time. On SQLite there is only one writer at a time. */
  hasRivals: boolean;
  /** The instant so many milliseconds ago by the database's clock: the clocks of the nodes may differ. */
  ago(ms: number): SQL;
}

/** Runs after a commit. @param committedAt the moment of the commit by `performance.now()` */
export type Effect = (committedAt: number) => void | Promise<void>;

export interface Tx extends Conn {
  /** Runs `effect` once the transaction is durable, and never if it is not. */
  afterCommit(effect: Effect): void;
}

/** A hook from the composition root that runs whenever an item is stored or changed, in the same transaction. */
export type OnChange = (tx: Tx, id: string) => Promise<void>;

/** On SQLite how many writers wait; on PostgreSQL the pool's connections, and how many callers wait for one. */
export type DatabaseLoad =
  | { waitingWriters: number }
  | { pool: { total: number; idle: number; waiting: number } };

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  read<T>(work: (conn: Conn) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and resolves when that is on disk; a throw rolls all of it back.
   * `work` may await nothing but queries: on SQLite everybody else's writes wait meanwhile. On PostgreSQL it is run
   * again after losing a race against another transaction, so it must change nothing outside the database.
   * @throws unavailable when the database does not answer; the transaction may have been committed all the same.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many writers or callers wait right now, and how many connections are open. */
  load(): DatabaseLoad;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Runs the effects registered with `afterCommit`; a failing one goes to `onError` and undoes nothing. */
export function createEffects(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  return {
    /** To be called right after the commit. */
    run(effects: Effect[]): void {
      const committedAt = performance.now();
      for (const effect of effects) {
        const done = Promise.resolve(committedAt)
          .then(effect)
          .catch(onError)
          .finally(() => running.delete(done));
        running.add(done);
      }
    },
    /** Resolves when no effect is running any more: a stopping server still sends its mails. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
export type Effects = ReturnType<typeof createEffects>;

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'];

/** Whether an error, or one that caused it, is the violation of a unique key, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNIQUE_VIOLATIONS.includes(code) || isUniqueViolation(error.cause);
}
