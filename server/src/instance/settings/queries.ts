import { count, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { lockTables } from '../../platform/db/locked.ts';

/** Lets no other transaction add or change a price until this one ends. */
export function lockPrices(conn: Conn): Promise<void> {
  const { listings, wanted, offers } = conn.t;
  return lockTables(conn, sql`${listings}, ${wanted}, ${offers}`);
}

/** How many listings, WTBs and offers there are, removed ones included: conversations still show their prices. */
export async function countPrices({ q, t: { listings, wanted, offers } }: Conn): Promise<number> {
  const counts = [
    await q.select({ count: count() }).from(listings),
    await q.select({ count: count() }).from(wanted),
    await q.select({ count: count() }).from(offers),
  ];
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}
