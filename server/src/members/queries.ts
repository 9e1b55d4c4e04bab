import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Conn } from '../platform/db/database.ts';
import { forUpdate } from '../platform/db/locked.ts';
import { prepared } from '../platform/db/prepared.ts';
import type { Tables } from '../platform/db/tables.ts';
import { DELETED_NAME } from './deleted.ts';

export type UserRow = Tables['users']['$inferSelect'];

/** The member with a lower-case username. */
export const findByUsername = prepared('find_user_by_username', ({ q, t: { users } }: Conn) =>
  q
    .select()
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('usernameKey'))),
);

export function findMember({ q, t: { users } }: Conn, id: string) {
  return q.select().from(users).where(eq(users.id, id));
}

export function updateIsAdmin({ q, t: { users } }: Conn, id: string, isAdmin: boolean) {
  return q
    .update(users)
    .set({ isAdmin, updatedAt: new Date() })
    .where(and(eq(users.id, id), eq(users.isAdmin, !isAdmin)))
    .returning({ id: users.id });
}

/** The member for whom a lower-case former username is still reserved. */
export async function findByFormerUsername(
  { q, t: { users, formerUsernames: f } }: Conn,
  usernameKey: string,
  now: Date,
): Promise<UserRow | undefined> {
  return (
    await q
      .select({ user: users })
      .from(f)
      .innerJoin(users, eq(users.id, f.userId))
      .where(and(eq(f.usernameKey, usernameKey), gt(f.heldUntil, now)))
  )[0]?.user;
}

/** Finds a member whose account is not deleted, and locks the row until the transaction ends. */
export async function lockUser({ q, t: { users } }: Conn, id: string): Promise<UserRow | undefined> {
  return (
    await forUpdate(
      q
        .select()
        .from(users)
        .where(and(eq(users.id, id), ne(users.username, DELETED_NAME))),
    )
  )[0];
}

/** When the member's suspension ends, if any; locks the account until the transaction ends. */
export function lockSuspension({ q, t: { authUsers: a } }: Conn, id: string) {
  return forUpdate(q.select({ until: a.bannedUntil }).from(a).where(eq(a.id, id)));
}
