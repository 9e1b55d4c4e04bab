import type { Conn, Queries } from './database.ts';
import { type Answering, bindByPlan, bindWriteByPlan, readRowsByPlan } from './read-rows.ts';

interface Preparable<R> {
  prepare(name: string): Answering & {
    execute(values: Record<string, unknown>): Promise<R>;
    all(values: Record<string, unknown>): R;
  };
}

/**
 * A statement that is built once per connection and then only bound: building costs several times what running does.
 * `build` marks its values with `sql.placeholder(name)`; `name` must be unique, PostgreSQL keeps the plan under it.
 */
export function prepared<I extends Record<string, unknown>, R>(
  name: string,
  build: (conn: Conn) => PromiseLike<R>,
): (conn: Conn, values: I) => Promise<R> {
  const statements = new WeakMap<Queries, ReturnType<Preparable<R>['prepare']>>();
  return async (conn, values) => {
    let statement = statements.get(conn.q);
    if (!statement) {
      // Every builder of both dialects can be prepared; their shared supertype does not say so.
      statement = (build(conn) as unknown as Preparable<R>).prepare(name);
      readRowsByPlan(statement);
      bindByPlan(statement);
      statements.set(conn.q, statement);
    }
    return statement.stmt && statement.fields ? statement.all(values) : statement.execute(values);
  };
}

/** What each engine says of a statement without rows. */
type Written = { changes: number } | { rowCount: number | null };

/**
 * The same for a statement without RETURNING, for which SQLite would gather the rows in a table that it makes and drops
 * each time.
 * @returns how many rows were written.
 */
export function preparedWrite<I extends Record<string, unknown>>(
  name: string,
  build: (conn: Conn) => PromiseLike<unknown>,
): (conn: Conn, values: I) => Promise<number> {
  const statements = new WeakMap<Queries, ReturnType<Preparable<Written>['prepare']>>();
  return async (conn, values) => {
    let statement = statements.get(conn.q);
    if (!statement) {
      statement = (build(conn) as unknown as Preparable<Written>).prepare(name);
      bindWriteByPlan(statement);
      statements.set(conn.q, statement);
    }
    const written = await statement.execute(values);
    return 'changes' in written ? written.changes : (written.rowCount ?? 0);
  };
}
