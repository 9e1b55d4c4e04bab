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
  /** Whether others may write while a transaction is on its way. On SQLite whoever writes is alone. */
  hasRivals: boolean;
  /** The instant so many milliseconds ago by the database's own clock: those of the nodes may be far apart. */
  ago(ms: number): SQL;
}

/** @param committedAt by `performance.now()` */
export type Effect = (committedAt: number) => void | Promise<void>;

export interface Tx extends Conn {
  /** Runs `effect` once the transaction is durable, and never if it is not. */
  afterCommit(effect: Effect): void;
}

/** What the root has done whenever a thing is stored or changed, in the same transaction. */
export type OnChange = (tx: Tx, id: string) => Promise<void>;

/** On SQLite how many wait to write; on PostgreSQL the connections, and how many wait for one. */
export type DatabaseLoad =
  | { waitingWriters: number }
  | { pool: { total: number; idle: number; waiting: number } };

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  read<T>(work: (conn: Conn) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction and resolves when it is on disk; a throw undoes all of it.
   * Nothing but queries may be awaited in it: on SQLite everybody else's writes wait meanwhile. On PostgreSQL it is run
   * again when it lost against another one, so it changes nothing outside.
   * @throws unavailable when the database does not answer; then it may be committed all the same.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** What waits, and what is held open. */
  load(): DatabaseLoad;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Runs what was registered with `afterCommit`; a failing effect is told and does not undo what is committed. */
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
    /** Resolves when none is on its way any more: a stopping server still sends its mails. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
export type Effects = ReturnType<typeof createEffects>;

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'];

/** Whether an error, or what caused it, is a unique key saying no, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return UNIQUE_VIOLATIONS.includes(code) || isUniqueViolation(error.cause);
}
