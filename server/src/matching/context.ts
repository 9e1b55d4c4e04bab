import type { Conn, Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Publish } from '../publish.ts';

/**
 * Who of `others` wants no dealings with a person, or is wanted no dealings with: such pairs never match, are not
 * counted, and are not shown.
 */
export type BlockedAmong = (conn: Conn, personId: string, others: string[]) => Promise<ReadonlySet<string>>;

export const nobodyBlocked: BlockedAmong = async () => new Set();

/** What this feature works with. */
export interface Matching {
  db: Database;
  log: Logger;
  publish: Publish;
  blockedAmong: BlockedAmong;
}

/** Rows without those of people who are blocked, either way. */
export async function withoutBlocked<R>(
  { blockedAmong }: Pick<Matching, 'blockedAmong'>,
  conn: Conn,
  personId: string,
  rows: R[],
  otherOf: (row: R) => string,
): Promise<R[]> {
  const blocked = await blockedAmong(conn, personId, [...new Set(rows.map(otherOf))]);
  return blocked.size === 0 ? rows : rows.filter((row) => !blocked.has(otherOf(row)));
}
