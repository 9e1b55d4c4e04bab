import { eq, gt, lte, ne } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type SetupLink = Tables['setupLinks']['$inferSelect'];

/** Whether the instance has an admin. Members alone do not end a set-up: any visitor can become one. */
export async function hasAdmin({ q, t: { users } }: Conn): Promise<boolean> {
  return (await q.select({ id: users.id }).from(users).where(eq(users.isAdmin, true)).limit(1)).length > 0;
}

export function insertLink({ q, t }: Conn, row: SetupLink) {
  return q.insert(t.setupLinks).values(row).returning({ hash: t.setupLinks.hash });
}

const validLinks = ({ q, t: { setupLinks: l } }: Conn, now: Date) =>
  q.select().from(l).where(gt(l.expiresAt, now)).orderBy(l.hash);

/** The links that have not expired, used or not. */
export function listLinks(conn: Conn, now: Date): PromiseLike<SetupLink[]> {
  return validLinks(conn, now);
}

/** Like `listLinks`, locked until the transaction ends: only one of several set-ups finds no admin. */
export function lockLinks(conn: Conn, now: Date): PromiseLike<SetupLink[]> {
  return forUpdate(validLinks(conn, now));
}

export function deleteExpired({ q, t: { setupLinks: l } }: Conn, now: Date) {
  return q.delete(l).where(lte(l.expiresAt, now)).returning({ hash: l.hash });
}

export function markUsed({ q, t: { setupLinks: l } }: Conn, hash: string, adminId: string) {
  return q.update(l).set({ adminId }).where(eq(l.hash, hash)).returning({ hash: l.hash });
}

export function deleteOthers({ q, t: { setupLinks: l } }: Conn, hash: string) {
  return q.delete(l).where(ne(l.hash, hash)).returning({ hash: l.hash });
}
