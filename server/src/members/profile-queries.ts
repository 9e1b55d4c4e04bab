import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Conn } from '../platform/db/database.ts';
import { prepared } from '../platform/db/prepared.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { UserRow } from './queries.ts';

/** How many listings a member has on sale and sold. */
export const countListings = prepared('count_listings_of_seller', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({
      active: sql`count(case when not ${l.isSold} then 1 end)`.mapWith(Number),
      sold: sql`count(case when ${l.isSold} then 1 end)`.mapWith(Number),
    })
    .from(l)
    .where(and(eq(l.sellerId, sql.placeholder('sellerId')), isNull(l.removedAt))),
);

/** How many open WTBs a member has. */
export const countWanted = prepared('count_wanted_of_buyer', ({ q, t: { wanted: w } }: Conn) =>
  q
    .select({ open: sql`count(*)`.mapWith(Number) })
    .from(w)
    .where(and(eq(w.buyerId, sql.placeholder('buyerId')), isNull(w.removedAt), sql`not ${w.isFulfilled}`)),
);

export function updateUser(
  { q, t: { users } }: Conn,
  id: string,
  changes: Partial<
    Pick<
      UserRow,
      'username' | 'usernameKey' | 'usernameLastChanged' | 'isUsernameGenerated' | 'profileImageKey'
    >
  >,
  at: Date,
) {
  return q
    .update(users)
    .set({ ...changes, updatedAt: at })
    .where(eq(users.id, id))
    .returning({ id: users.id });
}

/** The id of the member for whom a former name is reserved. */
export async function findReservation(
  { q, t: { formerUsernames: f } }: Conn,
  usernameKey: string,
  now: Date,
): Promise<string | undefined> {
  return (
    await q
      .select({ userId: f.userId })
      .from(f)
      .where(and(eq(f.usernameKey, usernameKey), gt(f.heldUntil, now)))
  )[0]?.userId;
}

export function reserveUsername(
  { q, t: { formerUsernames: f } }: Conn,
  { usernameKey, userId, heldUntil }: Tables['formerUsernames']['$inferSelect'],
) {
  return q
    .insert(f)
    .values({ usernameKey, userId, heldUntil })
    .onConflictDoUpdate({ target: [f.usernameKey], set: { userId, heldUntil } })
    .returning({ usernameKey: f.usernameKey });
}

/** Ends the reservation of a former name that is in use again. */
export function releaseUsername({ q, t: { formerUsernames: f } }: Conn, usernameKey: string) {
  return q.delete(f).where(eq(f.usernameKey, usernameKey)).returning({ usernameKey: f.usernameKey });
}

export function releaseExpiredUsernames({ q, t: { formerUsernames: f } }: Conn, now: Date) {
  return q.delete(f).where(lte(f.heldUntil, now)).returning({ usernameKey: f.usernameKey });
}

export function reservedUsernames({ q, t: { formerUsernames: f } }: Conn, userId: string) {
  return q.select({ username: f.usernameKey, heldUntil: f.heldUntil }).from(f).where(eq(f.userId, userId));
}

export function releaseUsernamesOf({ q, t: { formerUsernames: f } }: Conn, userId: string) {
  return q.delete(f).where(eq(f.userId, userId)).returning({ usernameKey: f.usernameKey });
}
