import { randomUUID } from 'node:crypto';
import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { sqliteKit } from '../../../server/src/platform/db/kit.ts';
import { postgresKit } from '../../../server/src/platform/db/postgres-kit.ts';
import { tableShapes } from '../../../server/src/platform/db/snapshot/shapes.ts';
import { defineTables, type Tables } from '../../../server/src/platform/db/tables.ts';
import { newPhotoKey } from '../../../server/src/platform/media/media-key.ts';

type Name = keyof Tables;
type Columns = Record<string, { columnType: string }>;
type Row = Record<string, unknown>;

/** An arbitrary instant, with milliseconds. */
const START = Date.UTC(2026, 1, 28, 23, 59, 58, 7);
/** JSON that the engines serialize differently. */
const odd = (i: number) => ({ zz: i, a: ['Ω', null, true, 0.5], 'a b': { y: '"\\\n', b: {} } });

const sqlite = defineTables(sqliteKit);
const postgres = defineTables(postgresKit);
const byName = new Map(
  (Object.keys(sqlite) as Name[]).map((name) => [getTableConfig(sqlite[name]).name, name] as const),
);

/** The tables, each after the tables that it references. */
const names = tableShapes().flatMap(({ name }) => byName.get(name) ?? []);

/** The column that each foreign key references. */
function references(table: SQLiteTable): Map<string, { table: string; column: string }> {
  const found = new Map<string, { table: string; column: string }>();
  for (const key of getTableConfig(table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = key.reference();
    const other = getTableConfig(foreignTable).name;
    columns.forEach((column, i) => {
      found.set(column.name, { table: other, column: String(foreignColumns[i]?.name) });
    });
  }
  return found;
}

/**
 * Rows of every table, identical in every run except for ids; nullable columns are null in every other row.
 */
export function everyTable(rowsEach: number): Map<string, Row[]> {
  const made = new Map<string, Row[]>();
  const byColumn = new Map<string, unknown[]>();
  for (const name of names) {
    const table: SQLiteTable = sqlite[name];
    const config = getTableConfig(table);
    const refers = references(table);
    const rows = Array.from({ length: rowsEach }, () => ({}) as Row);
    for (const [property, column] of Object.entries(getTableColumns(table))) {
      const reference = refers.get(column.name);
      const isId = (getTableColumns(postgres[name]) as Columns)[property]?.columnType === 'PgUUID';
      const value = (i: number): unknown => {
        if (!column.notNull && i % 2 === 1) return null;
        if (reference) return byColumn.get(`${reference.table}.${reference.column}`)?.[i] ?? null;
        if (name === 'uploads' && column.name === 'key')
          return newPhotoKey(randomUUID(), 'x.jpg', new Date(START));
        if (isId) return randomUUID();
        if (column.dataType === 'date') return new Date(START + i * 86_400_001);
        if (column.dataType === 'boolean') return i % 3 === 0;
        if (column.dataType === 'number') return i + 1;
        return column.dataType === 'json' ? odd(i) : `Ærø's "${column.name}"\t\\n ${i} 🧵`;
      };
      rows.forEach((row, i) => {
        row[property] = value(i);
      });
      byColumn.set(
        `${config.name}.${column.name}`,
        rows.map((row) => row[property]),
      );
    }
    made.set(name, rows);
  }
  return made;
}

export async function insertRows(db: Database, everything: Map<string, Row[]>): Promise<void> {
  await db.transact(async ({ q, t }) => {
    for (const [name, rows] of everything) {
      // The values fit the columns, which TypeScript cannot infer for a table in a loop.
      const table = t[name as Name] as Tables['users'];
      for (const row of rows)
        await q
          .insert(table)
          .values(row as never)
          .returning();
    }
  });
}

/** All rows of every table as the product's queries decode them, in no particular order. */
export async function readAll(db: Database): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const name of names) {
    found.set(name, await db.read(({ q, t }) => q.select().from(t[name as Name] as Tables['users'])));
  }
  return found;
}
