import { Column, getTableName, is, Param, Placeholder, SQL } from 'drizzle-orm';

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

interface Field {
  path: string[];
  field: Column | SQL | { sql: { decoder: Decoder } };
}

interface Placed {
  of: Field;
  place: number;
}

/** The internals of a prepared statement of either engine, which its types hide. */
export interface PreparedStatement {
  query: { params: unknown[] };
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

/** An expression for the value at a place of `row`; only columns with another type than the driver's need a decoder. */
function valueAt({ of, place }: Placed): string {
  if (decoderOf(of).mapFromDriverValue === Column.prototype.mapFromDriverValue) return `row[${place}]`;
  return `row[${place}] === null ? null : decoders[${place}].mapFromDriverValue(row[${place}])`;
}

const objectOf = (properties: [name: string, expression: string][]): string =>
  `{ ${properties.map(([name, expression]) => `${JSON.stringify(name)}: ${expression}`).join(', ')} }`;

/** Like the builder, makes an object null if its left-joined table has no row (its first column is null). */
function nestedObject(own: Placed[], joins: PreparedStatement['joinsNotNullableMap']): string {
  const object = objectOf(own.map((field) => [field.of.path[1] ?? '', valueAt(field)]));
  const columns = own.flatMap(({ of: { field }, place }) =>
    is(field, Column) ? [{ place, table: getTableName(field.table) }] : [],
  );
  const [first] = columns;
  const mayBeMissing =
    first && joins && !joins[first.table] && columns.every(({ table }) => table === first.table);
  return mayBeMissing ? `row[${first.place}] === null ? null : ${object}` : object;
}

/**
 * Maps rows to objects by a compiled function: the query builder looks up each value's column type, which
 * takes longer than finding a conversation. The source contains only column names and places of values.
 */
export function readRowsByPlan(statement: PreparedStatement): void {
  const { fields, joinsNotNullableMap: joins } = statement;
  if (!fields || statement.customResultMapper) return;
  const byName = new Map<string, Placed[]>();
  for (const [place, of] of fields.entries()) {
    const [name = '', , tooDeep] = of.path;
    if (tooDeep !== undefined) return;
    byName.set(name, [...(byName.get(name) ?? []), { of, place }]);
  }
  const properties = [...byName].map(([name, own]): [string, string] => {
    const [first] = own as [Placed];
    return [name, first.of.path.length === 1 ? valueAt(first) : nestedObject(own, joins)];
  });
  const compile = new Function('decoders', `return (row) => (${objectOf(properties)});`);
  const read = compile(fields.map(decoderOf)) as (row: readonly unknown[]) => unknown;
  statement.customResultMapper = (rows) => rows.map((row) => read(row));
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

export function bindWriteByPlan(statement: PreparedStatement): void {
  const { stmt, query } = statement;
  if (!stmt) return;
  const plan = query.params.map(readerOf);
  statement.run = (named) => stmt.run(...plan.map((value) => value(named)));
}
