import { type Column, type SQL, sql } from 'drizzle-orm';

/** Compares row values: only then does SQLite seek in the index instead of scanning up to the place. */
export const isBelow = (at: Column, id: Column): SQL =>
  sql`(${at}, ${id}) < (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;

export const isAfter = (at: Column, id: Column): SQL =>
  sql`(${at}, ${id}) > (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;
