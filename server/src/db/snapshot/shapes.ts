import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sqliteKit } from '../kit.ts';
import { defineTables } from '../tables.ts';

const TYPES = ['string', 'number', 'boolean', 'date', 'json'] as const;
type ColumnType = (typeof TYPES)[number];

/** The description of a table that is needed to move its rows from one engine to another. */
export interface TableShape {
  name: string;
  columns: { name: string; type: ColumnType }[];
  /** Columns by which rows are in an order that all engines agree on. */
  key: string[];
}

/** A row independent of engines: instants are ISO 8601 in UTC, flags booleans, JSON parsed with its keys sorted. */
export type NeutralRow = Record<string, unknown>;

function typeOf(table: string, column: { name: string; dataType: string }): ColumnType {
  const type = TYPES.find((known) => known === column.dataType);
  if (!type) throw new Error(`No form is known for ${column.dataType}, as ${table}.${column.name} is`);
  return type;
}

function shapeOf(table: SQLiteTable): TableShape {
  const { name, primaryKeys } = getTableConfig(table);
  const columns = Object.values(getTableColumns(table));
  const own = columns.filter((column) => column.primary);
  const key = own.length > 0 ? own : (primaryKeys[0]?.columns ?? []);
  if (key.length === 0) throw new Error(`${name} has no primary key to order its rows by`);
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: typeOf(name, column) })),
    key: key.map((column) => column.name),
  };
}

const refersTo = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table)
    .foreignKeys.map((key) => key.reference().foreignTable)
    .filter((other) => other !== table);

/** Every table of the product, each after those that it refers to. @throws when two refer to each other. */
export function tableShapes(): TableShape[] {
  const waiting = new Set<SQLiteTable>(Object.values(defineTables(sqliteKit)));
  const shapes: TableShape[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((table) => !refersTo(table).some((other) => waiting.has(other)));
    if (free.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of free) {
      waiting.delete(table);
      shapes.push(shapeOf(table));
    }
  }
  return shapes;
}

/** The same value with the keys of all its objects sorted: each engine keeps them in an order of its own. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}

export const quoted = (name: string): string => `"${name}"`;
export const columnList = ({ columns }: TableShape): string =>
  columns.map(({ name }) => quoted(name)).join(', ');
/** All of a table, in the order of its key. */
export const selectAll = (shape: TableShape): string =>
  `select ${columnList(shape)} from ${quoted(shape.name)} order by ${shape.key.map(quoted).join(', ')}`;
