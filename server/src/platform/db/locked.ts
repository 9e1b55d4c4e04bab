import { type SQL, sql } from 'drizzle-orm';
import type { Conn } from './database.ts';

interface LockOptions {
  /** Skips rows locked by other transactions instead of waiting. */
  skipLocked?: true;
}

/** `for no key update`: like an update, without writing. Does nothing on SQLite, which has one writer. */
export function forUpdate<S extends object>(select: S, options: LockOptions = {}): S {
  return 'for' in select
    ? (select as unknown as { for(strength: 'no key update', options: LockOptions): S }).for(
        'no key update',
        options,
      )
    : select;
}

/** Waits for transactions that write to these tables, and lets no other write to them until this ends. */
export async function lockTables({ q, hasConcurrentWriters }: Conn, tables: SQL): Promise<void> {
  if (!hasConcurrentWriters) return;
  // Only PostgreSQL's driver has this method, and only that engine has concurrent writers.
  const { execute } = q as unknown as { execute(statement: SQL): Promise<unknown> };
  await execute.call(q, sql`lock table ${tables} in share mode`);
}
