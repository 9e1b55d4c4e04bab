import {
  boolean,
  customType,
  jsonb,
  index as pgIndex,
  integer as pgInteger,
  pgTable,
  uniqueIndex as pgUniqueIndex,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The column types of the product in SQLite: the types that every query sees. */
export const sqliteKit = {
  table: sqliteTable,
  index,
  uniqueIndex,
  /** UUID. */
  id: (name: string) => text(name),
  str: (name: string) => text(name),
  /** An integer below 2^31: a count, a `seq`, US cents up to $10,000,000. */
  int: (name: string) => integer(name),
  flag: (name: string) => integer(name, { mode: 'boolean' }),
  /** UTC, to the millisecond. */
  instant: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  json: <T>(name: string) => text(name, { mode: 'json' }).$type<T>(),
};
export type Kit = typeof sqliteKit;

// The C collation orders text by its bytes, as SQLite does.
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const postgresColumns = {
  table: pgTable,
  index: pgIndex,
  uniqueIndex: pgUniqueIndex,
  id: (name: string) => uuid(name),
  str: (name: string) => bytewiseText(name),
  int: (name: string) => pgInteger(name),
  flag: (name: string) => boolean(name),
  instant: (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' }),
  json: <T>(name: string) => jsonb(name).$type<T>(),
};

// The one cast: queries are typed by the SQLite kit and run on both, which the query tests prove.
export const postgresKit = postgresColumns as unknown as Kit;
