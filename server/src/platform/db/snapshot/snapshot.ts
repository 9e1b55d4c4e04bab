import type { NeutralRow, TableShape } from './shapes.ts';

export const ROWS_AT_ONCE = 1_000;

/** A consistent snapshot of a database, unaffected by concurrent writes. It is not migrated. */
export interface Snapshot {
  /** Schema version. */
  schema: number;
  count(shape: TableShape): Promise<number>;
  /** All rows of a table in key order, in chunks. */
  rows(shape: TableShape): AsyncGenerator<NeutralRow[]>;
  close(): Promise<void>;
}

/** An empty database to be filled in one transaction; without `commit` it stays empty. */
export interface Filling extends Snapshot {
  insert(shape: TableShape, rows: NeutralRow[]): Promise<void>;
  commit(): Promise<void>;
}

/** The tables of members and of the embedded provider's accounts: if both are empty, so is the instance. */
export const ACCOUNT_TABLES = ['users', 'auth_users'];
