import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Conn } from './database.ts';
import { forUpdate } from './locked.ts';
import { isParty } from './seen.ts';

// Transactions lock items first, then conversations, then members, each in the order of the ids. An insert locks
// the rows that it refers to, so what will write about a member takes its items and conversations beforehand.

async function lockConversations(
  { q, t: { conversations: c } }: Conn,
  condition: SQL | undefined,
): Promise<void> {
  await forUpdate(q.select({ id: c.id }).from(c).where(condition).orderBy(asc(c.id)));
}

/** Locks the conversations of two members, and the listings that they are about, until the transaction ends. */
export async function lockBetween(conn: Conn, one: string, other: string): Promise<void> {
  if (!conn.hasConcurrentWriters) return;
  const { listings: l, conversations: c } = conn.t;
  const areBetween = and(isParty(c, one), isParty(c, other));
  const listings = conn.q.select({ id: c.listingId }).from(c).where(areBetween);
  await forUpdate(conn.q.select({ id: l.id }).from(l).where(inArray(l.id, listings)).orderBy(asc(l.id)));
  await lockConversations(conn, areBetween);
}

/** Locks all items and conversations of a member, and the listings that these are about. */
export async function lockAllOf(conn: Conn, memberId: string): Promise<void> {
  if (!conn.hasConcurrentWriters) return;
  const { q, t } = conn;
  const { listings: l, wanted: w, conversations: c } = t;
  // With both in one condition, PostgreSQL would read all listings.
  const own = await q.select({ id: l.id }).from(l).where(eq(l.sellerId, memberId));
  const discussed = await q.select({ id: c.listingId }).from(c).where(isParty(c, memberId));
  const ids = [...own, ...discussed].flatMap(({ id }) => id ?? []);
  await forUpdate(q.select({ id: l.id }).from(l).where(inArray(l.id, ids)).orderBy(asc(l.id)));
  await forUpdate(q.select({ id: w.id }).from(w).where(eq(w.buyerId, memberId)).orderBy(asc(w.id)));
  await lockConversations(conn, isParty(c, memberId));
}
