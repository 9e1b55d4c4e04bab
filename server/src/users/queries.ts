import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { held } from '../db/held.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { DELETED_NAME } from './deleted.ts';

export type UserRow = Tables['users']['$inferSelect'];

/** The person with a name, given in lower case. */
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

/** How many listings one person has on sale and sold. */
export const countListings = prepared('count_listings_of_seller', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({
      active: sql`count(case when not ${l.isSold} then 1 end)`.mapWith(Number),
      sold: sql`count(case when ${l.isSold} then 1 end)`.mapWith(Number),
    })
    .from(l)
    .where(and(eq(l.sellerId, sql.placeholder('sellerId')), isNull(l.removedAt))),
);

/** How many open requests one person has. */
export const countWanted = prepared('count_wanted_of_buyer', ({ q, t: { wanted: w } }: Conn) =>
  q
    .select({ open: sql`count(*)`.mapWith(Number) })
    .from(w)
    .where(and(eq(w.buyerId, sql.placeholder('buyerId')), isNull(w.removedAt), sql`not ${w.isFulfilled}`)),
);

/** The person whose former name this is, given in lower case, while it is reserved for them. */
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

/** Finds a person who has not deleted their account, and locks them until the transaction ends: changes take turns. */
export const lockUser = async ({ q, t: { users } }: Conn, id: string): Promise<UserRow | undefined> =>
  (
    await held(
      q
        .select()
        .from(users)
        .where(and(eq(users.id, id), ne(users.username, DELETED_NAME))),
    )
  )[0];

/** When somebody's suspension ends, if they have one; their account is locked until the transaction ends. */
export const lockSuspension = ({ q, t: { authUsers: a } }: Conn, id: string) =>
  held(q.select({ until: a.bannedUntil }).from(a).where(eq(a.id, id)));

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

/** The id of the person for whom a former name is reserved. */
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

/** Ends the reservation of a former name, which somebody has again. */
export const releaseUsername = ({ q, t: { formerUsernames: f } }: Conn, usernameKey: string) =>
  q.delete(f).where(eq(f.usernameKey, usernameKey)).returning({ usernameKey: f.usernameKey });

export const releaseExpiredUsernames = ({ q, t: { formerUsernames: f } }: Conn, now: Date) =>
  q.delete(f).where(lte(f.heldUntil, now)).returning({ usernameKey: f.usernameKey });

export const heldUsernames = ({ q, t: { formerUsernames: f } }: Conn, userId: string) =>
  q.select({ username: f.usernameKey, heldUntil: f.heldUntil }).from(f).where(eq(f.userId, userId));

export const releaseUsernamesOf = ({ q, t: { formerUsernames: f } }: Conn, userId: string) =>
  q.delete(f).where(eq(f.userId, userId)).returning({ usernameKey: f.usernameKey });
