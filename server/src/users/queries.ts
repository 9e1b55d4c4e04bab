import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { DELETED_NAME } from './deleted.ts';

export type UserRow = Tables['users']['$inferSelect'];

/** The person with a name in lower case, and since when they are here. */
export const findByUsername = prepared('find_user_by_username', ({ q, t: { users } }: Conn) =>
  q
    .select()
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('usernameKey'))),
);

export const findMember = ({ q, t: { users } }: Conn, id: string) =>
  q.select().from(users).where(eq(users.id, id));

export const updateIsAdmin = ({ q, t: { users } }: Conn, id: string, isAdmin: boolean) =>
  q
    .update(users)
    .set({ isAdmin, updatedAt: new Date() })
    .where(and(eq(users.id, id), eq(users.isAdmin, !isAdmin)))
    .returning({ id: users.id });

/** What one person sells and has sold. */
export const countListings = prepared('count_listings_of_seller', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({
      active: sql`count(case when not ${l.isSold} then 1 end)`.mapWith(Number),
      sold: sql`count(case when ${l.isSold} then 1 end)`.mapWith(Number),
    })
    .from(l)
    .where(and(eq(l.sellerId, sql.placeholder('sellerId')), isNull(l.removedAt))),
);

/** What one person still looks for. */
export const countWanted = prepared('count_wanted_of_buyer', ({ q, t: { wanted: w } }: Conn) =>
  q
    .select({ open: sql`count(*)`.mapWith(Number) })
    .from(w)
    .where(and(eq(w.buyerId, sql.placeholder('buyerId')), isNull(w.removedAt), sql`not ${w.isFulfilled}`)),
);

/** The person who had a name in lower case, as long as it is held for them. */
export const findByFormerUsername = async (
  { q, t: { users, formerUsernames: f } }: Conn,
  usernameKey: string,
  now: Date,
): Promise<UserRow | undefined> =>
  (
    await q
      .select({ user: users })
      .from(f)
      .innerJoin(users, eq(users.id, f.userId))
      .where(and(eq(f.usernameKey, usernameKey), gt(f.heldUntil, now)))
  )[0]?.user;

/** Finds a person who is still here, and holds their row until the transaction ends: changes come one after the other. */
export const lockUser = async ({ q, t: { users } }: Conn, id: string): Promise<UserRow | undefined> =>
  (
    await q
      .update(users)
      .set({ id })
      .where(and(eq(users.id, id), ne(users.username, DELETED_NAME)))
      .returning()
  )[0];

export const updateUser = (
  { q, t: { users } }: Conn,
  id: string,
  changes: Partial<Pick<UserRow, 'username' | 'usernameKey' | 'usernameLastChanged' | 'profileImageKey'>>,
  at: Date,
) =>
  q
    .update(users)
    .set({ ...changes, updatedAt: at })
    .where(eq(users.id, id))
    .returning({ id: users.id });

/** Whose former name this is, as long as it is held. */
export const findHolder = async (
  { q, t: { formerUsernames: f } }: Conn,
  usernameKey: string,
  now: Date,
): Promise<string | undefined> =>
  (
    await q
      .select({ userId: f.userId })
      .from(f)
      .where(and(eq(f.usernameKey, usernameKey), gt(f.heldUntil, now)))
  )[0]?.userId;

export const holdUsername = (
  { q, t: { formerUsernames: f } }: Conn,
  { usernameKey, userId, heldUntil }: Tables['formerUsernames']['$inferSelect'],
) =>
  q
    .insert(f)
    .values({ usernameKey, userId, heldUntil })
    .onConflictDoUpdate({ target: [f.usernameKey], set: { userId, heldUntil } })
    .returning({ usernameKey: f.usernameKey });

/** A name that is somebody's again is no former one. */
export const releaseUsername = ({ q, t: { formerUsernames: f } }: Conn, usernameKey: string) =>
  q.delete(f).where(eq(f.usernameKey, usernameKey)).returning({ usernameKey: f.usernameKey });

export const releaseExpiredUsernames = ({ q, t: { formerUsernames: f } }: Conn, now: Date) =>
  q.delete(f).where(lte(f.heldUntil, now)).returning({ usernameKey: f.usernameKey });

export const heldUsernames = ({ q, t: { formerUsernames: f } }: Conn, userId: string) =>
  q.select({ username: f.usernameKey, heldUntil: f.heldUntil }).from(f).where(eq(f.userId, userId));

export const releaseUsernamesOf = ({ q, t: { formerUsernames: f } }: Conn, userId: string) =>
  q.delete(f).where(eq(f.userId, userId)).returning({ usernameKey: f.usernameKey });
