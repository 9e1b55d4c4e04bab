import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Whether a row comes after the place `at`, `id` (placeholders of those names) in a descending list. This compares row
 * values: only then does SQLite seek in the index instead of scanning up to the place.
 */
export const isBelow = (at: Column, id: Column): SQL =>
  sql`(${at}, ${id}) < (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;

/** Like `isBelow`, for the rows after the place in an ascending list. */
export const isAfter = (at: Column, id: Column): SQL =>
  sql`(${at}, ${id}) > (${sql.param(sql.placeholder('at'), at)}, ${sql.placeholder('id')})`;
