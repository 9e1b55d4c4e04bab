import type { Conn, Queries } from './database.ts';
import { type Answering, bindByPlan, bindWriteByPlan, readRowsByPlan } from './read-rows.ts';

interface Preparable<R> {
  prepare(name: string): Answering & {
    execute(values: Record<string, unknown>): Promise<R>;
    all(values: Record<string, unknown>): R;
  };
}

type Statement<R> = ReturnType<Preparable<R>['prepare']>;

/** Builds a statement at its first use on a connection, and keeps it for the next. */
function keepStatement<R>(
  name: string,
  build: (conn: Conn) => PromiseLike<unknown>,
  plan: (statement: Statement<R>) => void,
): (conn: Conn) => Statement<R> {
  const statements = new WeakMap<Queries, Statement<R>>();
  return (conn) => {
    const known = statements.get(conn.q);
    if (known) return known;
    // Every builder of both dialects can be prepared; their shared supertype does not say so.
    const statement = (build(conn) as unknown as Preparable<R>).prepare(name);
    plan(statement);
    statements.set(conn.q, statement);
    return statement;
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
  const statementOn = keepStatement<R>(name, build, (statement) => {
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
 * Like `prepared`, for a write without RETURNING: that would have SQLite collect the rows in a temporary table, which
 * it makes and drops each time.
 * @returns how many rows were written.
 */
export function preparedWrite<I extends Record<string, unknown>>(
  name: string,
  build: (conn: Conn) => PromiseLike<unknown>,
): (conn: Conn, values: I) => Promise<number> {
  const statementOn = keepStatement<Written>(name, build, bindWriteByPlan);
  return async (conn, values) => {
    const written = await statementOn(conn).execute(values);
    return 'changes' in written ? written.changes : (written.rowCount ?? 0);
  };
}
