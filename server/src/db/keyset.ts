import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Whether a row comes after the place `at`, `id` (placeholders of those names) in a list in descending order.
 * Compared as a row value: only so does SQLite seek that place in an index instead of scanning up to it.
 */
export const isBelow = (at: Column, id: Column): SQL =>
  sql`(${at}, ${id}) < (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;
