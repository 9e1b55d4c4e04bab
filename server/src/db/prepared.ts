import type { Conn, Queries } from './database.ts';
import { bindByPlan, bindWriteByPlan, type PreparedStatement, readRowsByPlan } from './read-rows.ts';

interface Preparable<R> {
  prepare(name: string): PreparedStatement & {
    execute(values: Record<string, unknown>): Promise<R>;
    all(values: Record<string, unknown>): R;
  };
}

type Statement<R> = ReturnType<Preparable<R>['prepare']>;

/** Builds a statement on first use and caches it per connection. */
function cacheStatement<R>(
  name: string,
  build: (conn: Conn) => PromiseLike<unknown>,
  plan: (statement: Statement<R>) => void,
): (conn: Conn) => Statement<R> {
  const statements = new WeakMap<Queries, Statement<R>>();
  return (conn) => {
    const known = statements.get(conn.q);
    if (known) return known;
    // All builders of both dialects can be prepared, but their shared supertype does not show it.
    const statement = (build(conn) as unknown as Preparable<R>).prepare(name);
    plan(statement);
    statements.set(conn.q, statement);
    return statement;
  };
}

/**
 * A statement that is built once per connection and then only bound: building costs several times as much as running.
 * `build` marks its values with `sql.placeholder(name)`; `name` must be unique, since PostgreSQL caches the plan by it.
 */
export function prepared<I extends Record<string, unknown>, R>(
  name: string,
  build: (conn: Conn) => PromiseLike<R>,
): (conn: Conn, values: I) => Promise<R> {
  const statementOn = cacheStatement<R>(name, build, (statement) => {
    readRowsByPlan(statement);
    bindByPlan(statement);
  });
  return async (conn, values) => {
    const statement = statementOn(conn);
    return statement.stmt && statement.fields ? statement.all(values) : statement.execute(values);
  };
}

/** The result of a statement without rows, on SQLite or PostgreSQL. */
type Written = { changes: number } | { rowCount: number | null };

/**
 * Like `prepared`, for a write without RETURNING. With it, SQLite would create and drop a temporary table
 * each time.
 * @returns how many rows were written.
 */
export function preparedWrite<I extends Record<string, unknown>>(
  name: string,
  build: (conn: Conn) => PromiseLike<unknown>,
): (conn: Conn, values: I) => Promise<number> {
  const statementOn = cacheStatement<Written>(name, build, bindWriteByPlan);
  return async (conn, values) => {
    const written = await statementOn(conn).execute(values);
    return 'changes' in written ? written.changes : (written.rowCount ?? 0);
  };
}
