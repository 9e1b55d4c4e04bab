import { eq, gt, isNotNull, lte, ne } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { forUpdate } from '../db/locked.ts';
import type { Tables } from '../db/tables.ts';

export type SetupLink = Tables['setupLinks']['$inferSelect'];

/** Whether someone has an account that they can use. An unconfirmed sign-up is none: any visitor can leave one. */
export async function hasMembers({ q, t: { users, authUsers: a } }: Conn): Promise<boolean> {
  const [member] = await q.select({ id: users.id }).from(users).limit(1);
  if (member) return true;
  const [account] = await q.select({ id: a.id }).from(a).where(isNotNull(a.confirmedAt)).limit(1);
  return account !== undefined;
}

export const insertLink = ({ q, t }: Conn, row: SetupLink) =>
  q.insert(t.setupLinks).values(row).returning({ hash: t.setupLinks.hash });

const validLinks = ({ q, t: { setupLinks: l } }: Conn, now: Date) =>
  q.select().from(l).where(gt(l.expiresAt, now)).orderBy(l.hash);

/** The links that have not expired, used or not. */
export const listLinks = (conn: Conn, now: Date): PromiseLike<SetupLink[]> => validLinks(conn, now);

/** Like `listLinks`, locked until the transaction ends: only one of several set-ups finds no members. */
export const lockLinks = (conn: Conn, now: Date): PromiseLike<SetupLink[]> =>
  forUpdate(validLinks(conn, now));

export const deleteExpired = ({ q, t: { setupLinks: l } }: Conn, now: Date) =>
  q.delete(l).where(lte(l.expiresAt, now)).returning({ hash: l.hash });

export const markUsed = ({ q, t: { setupLinks: l } }: Conn, hash: string, adminId: string) =>
  q.update(l).set({ adminId }).where(eq(l.hash, hash)).returning({ hash: l.hash });

export const deleteOthers = ({ q, t: { setupLinks: l } }: Conn, hash: string) =>
  q.delete(l).where(ne(l.hash, hash)).returning({ hash: l.hash });
