import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Whether a row stands below the place `at`, `id` (placeholders of those names) in a list in descending order.
 * Compared as a pair: only so does SQLite begin at that place of an index instead of walking there.
 */
export const isBelow = (at: Column, id: Column): SQL =>
  sql`(${at}, ${id}) < (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;
