import { type Column, type SQL, sql } from 'drizzle-orm';

/** Rows bound to a statement, and an expression for each of their columns. */
interface BoundRows<Name extends string> {
  rows: SQL;
  bound: Record<Name, SQL>;
}

/**
 * Binds many rows to one PostgreSQL statement as one array per column, so that the statement's text does not
 * depend on the number of rows and can be prepared.
 * @param columns the columns that define the array types, by parameter name
 */
export function boundRows<Name extends string>(columns: Record<Name, Column>): BoundRows<Name> {
  const names = Object.keys(columns) as Name[];
  // The array has the column's type without its collation.
  const typeOf = (name: Name) => sql.raw(`${columns[name].getSQLType().replace(/ collate .*/, '')}[]`);
  const arrays = names.map((name) => sql`${sql.placeholder(name)}::${typeOf(name)}`);
  const identifiers = names.map((name) => sql.identifier(name));
  return {
    rows: sql`unnest(${sql.join(arrays, sql`, `)}) as bound(${sql.join(identifiers, sql`, `)})`,
    bound: Object.fromEntries(names.map((name) => [name, sql`bound.${sql.identifier(name)}`])) as Record<
      Name,
      SQL
    >,
  };
}

/** Turns rows into one array per column, as `boundRows` expects them. */
export const asArrays = <Name extends string>(
  names: readonly Name[],
  rows: readonly Record<Name, unknown>[],
): Record<Name, unknown[]> =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Record<Name, unknown[]>;
