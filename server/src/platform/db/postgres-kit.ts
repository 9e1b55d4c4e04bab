import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Kit } from './kit.ts';

// The C collation sorts text by bytes, like SQLite.
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const postgresColumns = {
  table: pgTable,
  index,
  uniqueIndex,
  id: (name: string) => uuid(name),
  str: (name: string) => bytewiseText(name),
  int: (name: string) => integer(name),
  flag: (name: string) => boolean(name),
  instant: (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' }),
  json: <T>(name: string) => jsonb(name).$type<T>(),
  postgresOnly: <I>(...only: I[]): I[] => only,
  sqliteOnly: <I>(..._only: I[]): I[] => [],
};

// The only cast: queries are typed by the SQLite kit and run on both engines, as the query tests prove.
export const postgresKit = postgresColumns as unknown as Kit;
