import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sqliteKit } from '../kit.ts';
import { defineTables } from '../tables.ts';

const TYPES = ['string', 'number', 'boolean', 'date', 'json'] as const;
type ColumnType = (typeof TYPES)[number];

export interface TableShape {
  name: string;
  columns: { name: string; type: ColumnType }[];
  /** Columns that define the same row order on all engines. */
  key: string[];
}

/** An engine-independent row: instants are ISO 8601 in UTC, flags are booleans, JSON is parsed with sorted keys. */
export type NeutralRow = Record<string, unknown>;

function typeOf(table: string, column: { name: string; dataType: string }): ColumnType {
  const type = TYPES.find((known) => known === column.dataType);
  if (!type) throw new Error(`${table}.${column.name} has the unsupported type ${column.dataType}`);
  return type;
}

function shapeOf(table: SQLiteTable): TableShape {
  const { name, primaryKeys } = getTableConfig(table);
  const columns = Object.values(getTableColumns(table));
  const primary = columns.filter((column) => column.primary);
  const key = primary.length > 0 ? primary : (primaryKeys[0]?.columns ?? []);
  if (key.length === 0) throw new Error(`${name} has no primary key to order its rows by`);
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: typeOf(name, column) })),
    key: key.map((column) => column.name),
  };
}

const referencesOf = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table)
    .foreignKeys.map((key) => key.reference().foreignTable)
    .filter((other) => other !== table);

/** All tables, each after the tables that it references. @throws if two reference each other. */
export function tableShapes(): TableShape[] {
  const waiting = new Set<SQLiteTable>(Object.values(defineTables(sqliteKit)));
  const shapes: TableShape[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) => !referencesOf(table).some((other) => waiting.has(other)));
    if (ready.length === 0) throw new Error('Tables reference each other in a cycle');
    for (const table of ready) {
      waiting.delete(table);
      shapes.push(shapeOf(table));
    }
  }
  return shapes;
}

/** Sorts the keys of all objects in a value, because each engine stores them in its own order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}

export function quoted(name: string): string {
  return `"${name}"`;
}
export function columnList({ columns }: TableShape): string {
  return columns.map(({ name }) => quoted(name)).join(', ');
}
export function selectAll(shape: TableShape): string {
  return `select ${columnList(shape)} from ${quoted(shape.name)} order by ${shape.key.map(quoted).join(', ')}`;
}
