import { type Column, type SQL, sql } from 'drizzle-orm';

/** Compares row values: only then does SQLite seek in the index instead of scanning up to the place. */
export function isBelow(at: Column, id: Column): SQL {
  return sql`(${at}, ${id}) < (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;
}

export function isAfter(at: Column, id: Column): SQL {
  return sql`(${at}, ${id}) > (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;
}
