import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Tables that others refer to by their id. */
export type Referenced<Names extends string> = Record<Names, { id: AnySQLiteColumn }>;
