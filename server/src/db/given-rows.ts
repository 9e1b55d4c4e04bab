import { type Column, type SQL, sql } from 'drizzle-orm';

/** Rows bound to a statement, to select from, and an expression for each of their columns. */
export interface GivenRows<Name extends string> {
  rows: SQL;
  given: Record<Name, SQL>;
}

/**
 * Many rows for one statement of PostgreSQL, bound as one array per column: so its text does not depend on their
 * number, and it can be prepared.
 * @param columns the columns whose types the arrays have, by the names under which the arrays are bound
 */
export function givenRows<Name extends string>(columns: Record<Name, Column>): GivenRows<Name> {
  const names = Object.keys(columns) as Name[];
  // The array type is that of the column without its collation.
  const typeOf = (name: Name) => sql.raw(`${columns[name].getSQLType().replace(/ collate .*/, '')}[]`);
  const arrays = names.map((name) => sql`${sql.placeholder(name)}::${typeOf(name)}`);
  const words = names.map((name) => sql.identifier(name));
  return {
    rows: sql`unnest(${sql.join(arrays, sql`, `)}) as given(${sql.join(words, sql`, `)})`,
    given: Object.fromEntries(names.map((name) => [name, sql`given.${sql.identifier(name)}`])) as Record<
      Name,
      SQL
    >,
  };
}

/** Turns rows into one array per column, as a statement with `givenRows` takes them. */
export const asArrays = <Name extends string>(
  names: readonly Name[],
  rows: readonly Record<Name, unknown>[],
): Record<Name, unknown[]> =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Record<Name, unknown[]>;
