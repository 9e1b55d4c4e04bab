import { type Column, type SQL, sql } from 'drizzle-orm';

/** Rows that a statement is given, and the value of each of their columns. */
export interface GivenRows<Name extends string> {
  rows: SQL;
  given: Record<Name, SQL>;
}

/**
 * Many rows for one statement of PostgreSQL, bound as an array for each column: so its text is the same however many
 * they are, and it can be prepared.
 * @param columns what the values are of, by the name under which their array is bound
 */
export function givenRows<Name extends string>(columns: Record<Name, Column>): GivenRows<Name> {
  const names = Object.keys(columns) as Name[];
  // An array takes the type of its column, not the order of its texts.
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

/** The same rows as an array for each of their columns. */
export const asArrays = <Name extends string>(
  names: readonly Name[],
  rows: readonly Record<Name, unknown>[],
): Record<Name, unknown[]> =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Record<Name, unknown[]>;
