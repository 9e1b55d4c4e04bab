import { Column, getTableName, is, Param, Placeholder, SQL } from 'drizzle-orm';

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

/** A result column in the query builder: where its value goes, and its source. */
interface Field {
  path: string[];
  field: Column | SQL | { sql: { decoder: Decoder } };
}

/** A property of a result row: a single value, or an object. */
interface Part {
  name: string;
  read(row: readonly unknown[]): unknown;
}

/** The internals of a prepared statement of either engine, which its types hide. */
export interface PreparedStatement {
  query: { params: unknown[] };
  /** The synchronous statement of the SQLite driver. */
  stmt?: { run(...values: unknown[]): unknown; raw(): { all(...values: unknown[]): unknown[][] } };
  values?(named: Record<string, unknown>): unknown[][];
  run?(named: Record<string, unknown>): unknown;
  fields?: Field[];
  /** Per joined table, whether it always has a row. */
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: ((rows: unknown[][]) => unknown[]) | undefined;
}

function decoderOf({ field }: Field): Decoder {
  if (is(field, Column)) return field as Decoder;
  // The types hide the decoder that `mapWith` sets.
  return is(field, SQL) ? (field as unknown as { decoder: Decoder }).decoder : field.sql.decoder;
}

const valueAt = (place: number, decoder: Decoder) => (row: readonly unknown[]) => {
  const raw = row[place];
  return raw === null ? null : decoder.mapFromDriverValue(raw);
};

function fill(parts: Part[]) {
  return (row: readonly unknown[]): Record<string, unknown> => {
    const filled: Record<string, unknown> = {};
    for (const part of parts) filled[part.name] = part.read(row);
    return filled;
  };
}

/** Like the builder, returns null for an object whose left-joined table has no row (its first column is null). */
function readObject(
  name: string,
  fields: { of: Field; place: number }[],
  joins: PreparedStatement['joinsNotNullableMap'],
): Part {
  const read = fill(
    fields.map(({ of, place }) => ({ name: of.path[1] ?? '', read: valueAt(place, decoderOf(of)) })),
  );
  const columns = fields.flatMap(({ of: { field }, place }) =>
    is(field, Column) ? [{ place, table: getTableName(field.table) }] : [],
  );
  const [first] = columns;
  const mayBeMissing =
    first && joins && !joins[first.table] && columns.every(({ table }) => table === first.table);
  return { name, read: (row) => (mayBeMissing && row[first.place] === null ? null : read(row)) };
}

/**
 * Makes a prepared statement map rows to objects by a precomputed plan. The query builder looks up the column type for
 * every value of every row, which takes longer than finding a conversation.
 */
export function readRowsByPlan(statement: PreparedStatement): void {
  const { fields, joinsNotNullableMap: joins } = statement;
  if (!fields || statement.customResultMapper) return;
  const byName = new Map<string, { of: Field; place: number }[]>();
  for (const [place, of] of fields.entries()) {
    const [name = '', , tooDeep] = of.path;
    if (tooDeep !== undefined) return;
    byName.set(name, [...(byName.get(name) ?? []), { of, place }]);
  }
  const parts = [...byName].map(([name, own]): Part => {
    const [{ of, place }] = own as [(typeof own)[number]];
    return of.path.length === 1
      ? { name, read: valueAt(place, decoderOf(of)) }
      : readObject(name, own, joins);
  });
  const read = fill(parts);
  statement.customResultMapper = (rows) => rows.map(read);
}

type Value = (named: Record<string, unknown>) => unknown;

function readerOf(param: unknown): Value {
  if (is(param, Placeholder)) return (named) => named[param.name];
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  return (named) => encoder.mapToDriverValue(named[value.name]);
}

/** Makes an SQLite statement bind values by a precomputed plan; the builder looks up their types each time. */
export function bindByPlan(statement: PreparedStatement): void {
  const { stmt, query } = statement;
  if (!stmt || !statement.fields) return;
  const plan = query.params.map(readerOf);
  const rows = stmt.raw();
  statement.values = (named) => rows.all(...plan.map((value) => value(named)));
}

/** Like `bindByPlan`, for a statement that returns no rows. */
export function bindWriteByPlan(statement: PreparedStatement): void {
  const { stmt, query } = statement;
  if (!stmt) return;
  const plan = query.params.map(readerOf);
  statement.run = (named) => stmt.run(...plan.map((value) => value(named)));
}
