import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The column types on SQLite, which also define the TypeScript types of all queries. */
export const sqliteKit = {
  table: sqliteTable,
  index,
  uniqueIndex,
  id: (name: string) => text(name),
  str: (name: string) => text(name),
  /** An integer below 2^31: a count, a `seq`, US cents up to $10,000,000. */
  int: (name: string) => integer(name),
  flag: (name: string) => integer(name, { mode: 'boolean' }),
  /** UTC, to the millisecond. */
  instant: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  json: <T>(name: string) => text(name, { mode: 'json' }).$type<T>(),
  /** Indexes that only one of the engines has. */
  postgresOnly: <I>(..._only: I[]): I[] => [],
  sqliteOnly: <I>(...only: I[]): I[] => only,
};
export type Kit = typeof sqliteKit;
