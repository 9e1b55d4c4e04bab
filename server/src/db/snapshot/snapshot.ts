import type { NeutralRow, TableShape } from './shapes.ts';

/** How many rows are held in memory at once. */
export const ROWS_AT_ONCE = 1_000;

/** A database as it is at one moment, whatever is written meanwhile. It is not migrated. */
export interface Snapshot {
  /** How many migrations have made its schema. */
  schema: number;
  count(shape: TableShape): Promise<number>;
  /** All rows of a table in the order of its key, some at a time. */
  rows(shape: TableShape): AsyncGenerator<NeutralRow[]>;
  close(): Promise<void>;
}

/** An empty database that is being filled in one transaction; closed without `commit`, it stays empty. */
export interface Filling extends Snapshot {
  insert(shape: TableShape, rows: NeutralRow[]): Promise<void>;
  commit(): Promise<void>;
}

/** The tables of people, with or without an account of the embedded provider: if both are empty, so is the instance. */
export const PEOPLE = ['users', 'auth_users'];
