import { type Column, type SQL, sql } from 'drizzle-orm';

interface BoundRows<Name extends string> {
  rows: SQL;
  bound: Record<Name, SQL>;
}

/** One array per column, so that the statement does not depend on the number of rows. */
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

export function asArrays<Name extends string>(
  names: readonly Name[],
  rows: readonly Record<Name, unknown>[],
): Record<Name, unknown[]> {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Record<
    Name,
    unknown[]
  >;
}
