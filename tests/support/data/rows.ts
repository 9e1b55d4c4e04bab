import { and, eq, getTableColumns, isNull, type SQL, type Table } from 'drizzle-orm';
import type { Database } from '../../../server/src/platform/db/database.ts';
import type { Tables } from '../../../server/src/platform/db/tables.ts';

// Rows as a test needs them, past the rules of the product. A condition is the values that a row has.

type Row<T extends keyof Tables> = Tables[T]['$inferSelect'];

function having(table: Table, values: object): SQL | undefined {
  const columns = getTableColumns(table);
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name];
    if (!column || value === undefined) throw new Error(`no column ${name} to compare`);
    return value === null ? isNull(column) : eq(column, value);
  });
  return and(...conditions);
}

export const readRows = <T extends keyof Tables>(db: Database, name: T, where: Partial<Row<T>> = {}) =>
  db.read(({ q, t }) =>
    q
      .select()
      .from(t[name] as Table)
      .where(having(t[name], where)),
  ) as Promise<Row<T>[]>;

export const insertRows = <T extends keyof Tables>(
  db: Database,
  name: T,
  rows: Tables[T]['$inferInsert'] | Tables[T]['$inferInsert'][],
) =>
  db.transact(({ q, t }) =>
    q
      .insert(t[name] as Table)
      .values(rows)
      .returning(),
  ) as Promise<Row<T>[]>;

/** Updates the rows that meet the condition; without one, all rows of the table. */
export const updateRows = <T extends keyof Tables>(
  db: Database,
  name: T,
  values: Partial<Row<T>>,
  where: Partial<Row<T>> = {},
) =>
  db.transact(({ q, t }) =>
    q
      .update(t[name] as Table)
      .set(values)
      .where(having(t[name], where))
      .returning(),
  ) as Promise<Row<T>[]>;
