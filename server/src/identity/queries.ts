import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type AccountRow = Tables['authUsers']['$inferSelect'];
export type SessionRow = Tables['authSessions']['$inferSelect'];
export type LinkRow = Tables['authLinks']['$inferSelect'];

export const findAccountByEmail = async ({ q, t }: Conn, email: string): Promise<AccountRow | undefined> =>
  (await q.select().from(t.authUsers).where(eq(t.authUsers.email, email)))[0];

export const findAccount = async ({ q, t }: Conn, id: string): Promise<AccountRow | undefined> =>
  (await q.select().from(t.authUsers).where(eq(t.authUsers.id, id)))[0];

/** Answers with nothing when the address is taken. */
export const insertAccount = ({ q, t }: Conn, row: Tables['authUsers']['$inferInsert']) =>
  q
    .insert(t.authUsers)
    .values(row)
    .onConflictDoNothing({ target: [t.authUsers.email] })
    .returning({ id: t.authUsers.id });

export const updateAccount = ({ q, t }: Conn, id: string, changes: Partial<AccountRow>) =>
  q
    .update(t.authUsers)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(t.authUsers.id, id))
    .returning();

export const insertIdentity = ({ q, t }: Conn, row: Tables['authIdentities']['$inferInsert']) =>
  q.insert(t.authIdentities).values(row).onConflictDoNothing().returning({ id: t.authIdentities.id });

export const listIdentities = ({ q, t }: Conn, userId: string) =>
  q.select().from(t.authIdentities).where(eq(t.authIdentities.userId, userId));
export type IdentityRow = Awaited<ReturnType<typeof listIdentities>>[number];

export const insertLink = ({ q, t }: Conn, row: LinkRow) =>
  q.insert(t.authLinks).values(row).returning({ hash: t.authLinks.hash });

/** The links of an account that still work, the newest first. */
export const liveLinks = ({ q, t }: Conn, userId: string, now: Date) =>
  q
    .select()
    .from(t.authLinks)
    .where(and(eq(t.authLinks.userId, userId), gt(t.authLinks.expiresAt, now)))
    .orderBy(desc(t.authLinks.createdAt));

export const findLink = async ({ q, t }: Conn, hash: string, now: Date): Promise<LinkRow | undefined> =>
  (
    await q
      .select()
      .from(t.authLinks)
      .where(and(eq(t.authLinks.hash, hash), gt(t.authLinks.expiresAt, now)))
  )[0];

/** Takes a link out of use. Answers with nothing when somebody else just did. */
export const takeLink = async ({ q, t }: Conn, hash: string, now: Date): Promise<LinkRow | undefined> =>
  (
    await q
      .delete(t.authLinks)
      .where(and(eq(t.authLinks.hash, hash), gt(t.authLinks.expiresAt, now)))
      .returning()
  )[0];

export const deleteLinks = ({ q, t }: Conn, userId: string) =>
  q.delete(t.authLinks).where(eq(t.authLinks.userId, userId)).returning({ hash: t.authLinks.hash });

export const insertSession = ({ q, t }: Conn, row: SessionRow) =>
  q.insert(t.authSessions).values(row).returning({ id: t.authSessions.id });

/** Finds a session and holds it until the transaction ends, so that its counter rises one refresh at a time. */
export const lockSession = async ({ q, t }: Conn, id: string): Promise<SessionRow | undefined> =>
  (await q.update(t.authSessions).set({ id }).where(eq(t.authSessions.id, id)).returning())[0];

export const updateSession = ({ q, t }: Conn, id: string, changes: Partial<SessionRow>) =>
  q.update(t.authSessions).set(changes).where(eq(t.authSessions.id, id)).returning({ id: t.authSessions.id });

const endedSession = ({ authSessions: s }: Tables) => ({ sessionId: s.id, userId: s.userId });
export type EndedSession = { sessionId: string; userId: string };

export const deleteSession = ({ q, t }: Conn, id: string): PromiseLike<EndedSession[]> =>
  q.delete(t.authSessions).where(eq(t.authSessions.id, id)).returning(endedSession(t));

/** Ends every session of a person, or all but one. */
export const deleteSessions = (
  { q, t }: Conn,
  userId: string,
  except?: string,
): PromiseLike<EndedSession[]> =>
  q
    .delete(t.authSessions)
    .where(
      and(
        eq(t.authSessions.userId, userId),
        except === undefined ? undefined : ne(t.authSessions.id, except),
      ),
    )
    .returning(endedSession(t));

/** The session with its account and, once they have been seen, the product's member. */
export const findLive = async ({ q, t }: Conn, sessionId: string) =>
  (
    await q
      .select({ session: t.authSessions, account: t.authUsers, member: t.users })
      .from(t.authSessions)
      .innerJoin(t.authUsers, eq(t.authUsers.id, t.authSessions.userId))
      .leftJoin(t.users, eq(t.users.id, t.authSessions.userId))
      .where(eq(t.authSessions.id, sessionId))
  )[0];
