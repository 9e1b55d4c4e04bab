import type { Conn, Queries } from './database.ts';
import { bindByPlan, bindWriteByPlan, type PreparedStatement, readRowsByPlan } from './read-rows.ts';

interface Preparable<R> {
  prepare(name: string): PreparedStatement & {
    execute(values: Record<string, unknown>): Promise<R>;
    all(values: Record<string, unknown>): R;
  };
}

type Statement<R> = ReturnType<Preparable<R>['prepare']>;

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

interface PreparedRead<I, R> {
  (conn: Conn, values: I): Promise<R>;
  /** On SQLite only: without a promise. */
  now(conn: Conn, values: I): R;
}

/**
 * A statement that is built once per connection and then only bound: building costs several times as much as running.
 * `build` marks its values with `sql.placeholder(name)`; `name` must be unique, since PostgreSQL caches the plan by it.
 */
export function prepared<I extends Record<string, unknown>, R>(
  name: string,
  build: (conn: Conn) => PromiseLike<R>,
): PreparedRead<I, R> {
  const statementOn = cacheStatement<R>(name, build, (statement) => {
    readRowsByPlan(statement);
    bindByPlan(statement);
  });
  const read = async (conn: Conn, values: I) => {
    const statement = statementOn(conn);
    return statement.stmt && statement.fields ? statement.all(values) : statement.execute(values);
  };
  const now = (conn: Conn, values: I) => {
    const statement = statementOn(conn);
    if (!statement.stmt) throw new Error(`${name} needs a promise on this engine`);
    return statement.all(values);
  };
  return Object.assign(read, { now });
}

type Written = { changes: number } | { rowCount: number | null };

interface PreparedWrite<I> {
  (conn: Conn, values: I): Promise<number>;
  now(conn: Conn, values: I): number;
}

/** Like `prepared`, for a write without RETURNING, for which SQLite would create and drop a temporary table each time. */
export function preparedWrite<I extends Record<string, unknown>>(
  name: string,
  build: (conn: Conn) => PromiseLike<unknown>,
): PreparedWrite<I> {
  const statementOn = cacheStatement<Written>(name, build, bindWriteByPlan);
  const write = async (conn: Conn, values: I) => {
    const written = await statementOn(conn).execute(values);
    return 'changes' in written ? written.changes : (written.rowCount ?? 0);
  };
  const now = (conn: Conn, values: I) => {
    const { run } = statementOn(conn);
    if (!run) throw new Error(`${name} needs a promise on this engine`);
    return (run(values) as { changes: number }).changes;
  };
  return Object.assign(write, { now });
}
