import type { EndReason } from '@selvedge/shared/platform/realtime';
import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { memberColumns } from '../members/public.ts';
import type { Conn } from '../platform/db/database.ts';
import { forUpdate } from '../platform/db/locked.ts';
import { prepared } from '../platform/db/prepared.ts';
import type { Tables } from '../platform/db/tables.ts';

export type AccountRow = Tables['authUsers']['$inferSelect'];
export type SessionRow = Tables['authSessions']['$inferSelect'];
export type LinkRow = Tables['authLinks']['$inferSelect'];
export type LinkType = LinkRow['type'];
export type KeyRow = Tables['authKeys']['$inferSelect'];

export async function findAccountByEmail({ q, t }: Conn, email: string): Promise<AccountRow | undefined> {
  return (await q.select().from(t.authUsers).where(eq(t.authUsers.email, email)))[0];
}

export async function findAccount({ q, t }: Conn, id: string): Promise<AccountRow | undefined> {
  return (await q.select().from(t.authUsers).where(eq(t.authUsers.id, id)))[0];
}

/** Returns no row when the address is taken. */
export function insertAccount({ q, t }: Conn, row: Tables['authUsers']['$inferInsert']) {
  return q
    .insert(t.authUsers)
    .values(row)
    .onConflictDoNothing({ target: [t.authUsers.email] })
    .returning({ id: t.authUsers.id });
}

export function updateAccount({ q, t }: Conn, id: string, changes: Partial<AccountRow>) {
  return q
    .update(t.authUsers)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(t.authUsers.id, id))
    .returning();
}

/** Sets the invitation that an account uses when its address is confirmed; of a confirmed one, nothing changes. */
export function setPendingInvite({ q, t: { authUsers: a } }: Conn, id: string, inviteId: string | null) {
  return q
    .update(a)
    .set({ inviteId })
    .where(and(eq(a.id, id), isNull(a.confirmedAt)))
    .returning({ id: a.id });
}

/** Finds an account and locks it until the transaction ends, which serializes its changes. */
export async function lockAccount({ q, t }: Conn, id: string): Promise<AccountRow | undefined> {
  return (await forUpdate(q.select().from(t.authUsers).where(eq(t.authUsers.id, id))))[0];
}

/** An account with an unconfirmed address has no sessions and no content. */
export function deleteUnconfirmedAccount({ q, t }: Conn, email: string) {
  return q
    .delete(t.authUsers)
    .where(and(eq(t.authUsers.email, email), isNull(t.authUsers.confirmedAt)))
    .returning({ inviteId: t.authUsers.inviteId });
}

export function insertIdentity({ q, t }: Conn, row: Tables['authIdentities']['$inferInsert']) {
  return q.insert(t.authIdentities).values(row).onConflictDoNothing().returning({ id: t.authIdentities.id });
}

export function listIdentities({ q, t }: Conn, userId: string) {
  return (
    q
      .select()
      .from(t.authIdentities)
      .where(eq(t.authIdentities.userId, userId))
      // The account's original identity comes first.
      .orderBy(t.authIdentities.createdAt, t.authIdentities.id)
  );
}
export type IdentityRow = Awaited<ReturnType<typeof listIdentities>>[number];

export function deleteIdentity({ q, t }: Conn, id: string) {
  return q.delete(t.authIdentities).where(eq(t.authIdentities.id, id)).returning({ id: t.authIdentities.id });
}

export function deleteIdentities({ q, t }: Conn, userId: string) {
  return q
    .delete(t.authIdentities)
    .where(eq(t.authIdentities.userId, userId))
    .returning({ id: t.authIdentities.id });
}

export function listFactors({ q, t }: Conn, userId: string) {
  return q
    .select()
    .from(t.authFactors)
    .where(eq(t.authFactors.userId, userId))
    .orderBy(t.authFactors.createdAt, t.authFactors.id);
}
export type FactorRow = Awaited<ReturnType<typeof listFactors>>[number];

const verifiedFactor = prepared('verified_factor', ({ q, t: { authFactors: f } }: Conn) =>
  q
    .select({ id: f.id })
    .from(f)
    .where(and(eq(f.userId, sql.placeholder('userId')), isNotNull(f.onSince)))
    .limit(1),
);

export async function hasVerifiedFactor(conn: Conn, userId: string): Promise<boolean> {
  return (await verifiedFactor(conn, { userId })).length > 0;
}

export function insertLink({ q, t }: Conn, row: LinkRow) {
  return q.insert(t.authLinks).values(row).returning({ hash: t.authLinks.hash });
}

export function liveLinks({ q, t }: Conn, userId: string, type: LinkType, now: Date) {
  return q
    .select()
    .from(t.authLinks)
    .where(and(eq(t.authLinks.userId, userId), eq(t.authLinks.type, type), gt(t.authLinks.expiresAt, now)))
    .orderBy(desc(t.authLinks.createdAt));
}

/** The newest sign-up attempt for the address. Links that ask for a password are repeats and do not count. */
export async function newestAttempt({ q, t: { authLinks: l } }: Conn, userId: string, since: Date) {
  return (
    await q
      .select({ passwordHash: l.passwordHash })
      .from(l)
      .where(
        and(eq(l.userId, userId), eq(l.type, 'signup'), isNotNull(l.passwordHash), gt(l.createdAt, since)),
      )
      .orderBy(desc(l.createdAt))
      .limit(1)
  )[0];
}

export async function findLink({ q, t }: Conn, hash: string, now: Date): Promise<LinkRow | undefined> {
  return (
    await q
      .select()
      .from(t.authLinks)
      .where(and(eq(t.authLinks.hash, hash), gt(t.authLinks.expiresAt, now)))
  )[0];
}

/** Consumes a link. Returns undefined when another request just did. */
export async function takeLink({ q, t }: Conn, hash: string, now: Date): Promise<LinkRow | undefined> {
  return (
    await q
      .delete(t.authLinks)
      .where(and(eq(t.authLinks.hash, hash), gt(t.authLinks.expiresAt, now)))
      .returning()
  )[0];
}

export function deleteLinks({ q, t }: Conn, userId: string, type?: LinkType) {
  return q
    .delete(t.authLinks)
    .where(and(eq(t.authLinks.userId, userId), type === undefined ? undefined : eq(t.authLinks.type, type)))
    .returning({ hash: t.authLinks.hash });
}

export function insertSession({ q, t }: Conn, row: SessionRow) {
  return q.insert(t.authSessions).values(row).returning({ id: t.authSessions.id });
}

/** Locks the session until the transaction ends, so that its counter rises one refresh at a time. */
export async function lockSession({ q, t }: Conn, id: string): Promise<SessionRow | undefined> {
  return (await forUpdate(q.select().from(t.authSessions).where(eq(t.authSessions.id, id))))[0];
}

export function updateSession({ q, t }: Conn, id: string, changes: Partial<SessionRow>) {
  return q
    .update(t.authSessions)
    .set(changes)
    .where(eq(t.authSessions.id, id))
    .returning({ id: t.authSessions.id });
}

/** Raises the counter of the newest tokens that the client is known to have received; it never falls. */
export function markDelivered(
  { q, t: { authSessions: s } }: Conn,
  id: string,
  counter: number,
  deliveredHash: string,
) {
  return q
    .update(s)
    .set({ delivered: counter, deliveredHash })
    .where(and(eq(s.id, id), lt(s.delivered, counter)))
    .returning({ id: s.id });
}

export function deleteSessions(
  { q, t }: Conn,
  { userId, only, except, aal }: { userId: string; only?: string; except?: string; aal?: string },
) {
  return q
    .delete(t.authSessions)
    .where(
      and(
        eq(t.authSessions.userId, userId),
        only === undefined ? undefined : eq(t.authSessions.id, only),
        except === undefined ? undefined : ne(t.authSessions.id, except),
        aal === undefined ? undefined : eq(t.authSessions.aal, aal),
      ),
    )
    .returning({ sessionId: t.authSessions.id });
}

export interface EndedSession {
  sessionId: string;
  reason: EndReason;
}

export function insertEnded({ q, t, ago }: Conn, ended: EndedSession[]) {
  return q
    .insert(t.authEnded)
    .values(ended.map((each) => ({ ...each, endedAt: ago(0) })))
    .onConflictDoNothing()
    .returning({ sessionId: t.authEnded.sessionId });
}

export function findEnded({ q, t: { authEnded: e } }: Conn, sessionId: string) {
  return q.select({ reason: e.reason }).from(e).where(eq(e.sessionId, sessionId));
}

export function listEnded({ q, t, ago }: Conn, withinMs: number): PromiseLike<EndedSession[]> {
  return q
    .select({ sessionId: t.authEnded.sessionId, reason: t.authEnded.reason })
    .from(t.authEnded)
    .where(gte(t.authEnded.endedAt, ago(withinMs)));
}

export function listOverdueSessions(
  { q, t }: Conn,
  { refreshedBefore, createdBefore, limit }: { refreshedBefore: Date; createdBefore: Date; limit: number },
) {
  return q
    .select({ id: t.authSessions.id, userId: t.authSessions.userId })
    .from(t.authSessions)
    .where(or(lt(t.authSessions.refreshedAt, refreshedBefore), lt(t.authSessions.createdAt, createdBefore)))
    .limit(limit);
}

const live = prepared('live_session', ({ q, t }: Conn) =>
  q
    .select({ session: t.authSessions, account: t.authUsers, member: t.users })
    .from(t.authSessions)
    .innerJoin(t.authUsers, eq(t.authUsers.id, t.authSessions.userId))
    .leftJoin(t.users, eq(t.users.id, t.authSessions.userId))
    .where(eq(t.authSessions.id, sql.placeholder('sessionId'))),
);

/** A session with its account and, once it exists, the product's member. */
export async function findLive(conn: Conn, sessionId: string) {
  return (await live(conn, { sessionId }))[0];
}

const signedIn = prepared('signed_in', ({ q, t }: Conn) => {
  const { authSessions: session, authUsers: account, users: member, authFactors: f } = t;
  return q
    .select({
      delivered: session.delivered,
      deliveredHash: session.deliveredHash,
      aal: session.aal,
      account: {
        id: account.id,
        promisedUsername: account.promisedUsername,
        bannedUntil: account.bannedUntil,
      },
      member: memberColumns(t),
      hasSecondStep:
        sql`exists (select 1 from ${f} where ${f.userId} = ${account.id} and ${f.onSince} is not null)`.mapWith(
          Boolean,
        ),
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.userId))
    .leftJoin(member, eq(member.id, session.userId))
    .where(eq(session.id, sql.placeholder('sessionId')));
});

/** The columns of `findLive` that authentication needs, and whether the member has two-step sign-in. */
export async function findSignedIn(conn: Conn, sessionId: string) {
  return (await signedIn(conn, { sessionId }))[0];
}

export function listKeys({ q, t }: Conn) {
  return q.select().from(t.authKeys).orderBy(desc(t.authKeys.generation));
}

/** Inserts nothing if another process has already created the key of this generation. */
export function insertKey({ q, t }: Conn, row: KeyRow) {
  return q.insert(t.authKeys).values(row).onConflictDoNothing().returning({ kid: t.authKeys.kid });
}

export function retireKeys({ q, t }: Conn, kids: string[]) {
  return q
    .update(t.authKeys)
    .set({ sealedPrivateJwk: null })
    .where(inArray(t.authKeys.kid, kids))
    .returning({ kid: t.authKeys.kid });
}

export function insertAudit({ q, t }: Conn, row: Tables['authAudit']['$inferInsert']) {
  return q.insert(t.authAudit).values(row).returning({ id: t.authAudit.id });
}

export function auditAbove(
  { q, t: { authAudit: a } }: Conn,
  { userId, above, limit }: { userId: string; above: string; limit: number },
) {
  return q
    .select({ id: a.id, action: a.action, address: a.address, at: a.at })
    .from(a)
    .where(and(eq(a.userId, userId), gt(a.id, above)))
    .orderBy(a.id)
    .limit(limit);
}

export function forgetAddresses({ q, t: { authAudit: a } }: Conn, userId: string) {
  return q
    .update(a)
    .set({ address: null })
    .where(and(eq(a.userId, userId), isNotNull(a.address)))
    .returning({ id: a.id });
}

export async function findMe({ q, t }: Conn, userId: string) {
  return (
    await q
      .select({ account: t.authUsers, member: t.users })
      .from(t.authUsers)
      .innerJoin(t.users, eq(t.users.id, t.authUsers.id))
      .where(eq(t.authUsers.id, userId))
  )[0];
}

export function listSessions({ q, t: { authSessions: s } }: Conn, userId: string) {
  return q
    .select({ id: s.id, refreshedAt: s.refreshedAt, createdAt: s.createdAt })
    .from(s)
    .where(eq(s.userId, userId));
}

/** Deletes an account; its sessions, links and identities cascade. */
export function deleteAccountRow({ q, t }: Conn, id: string) {
  return q.delete(t.authUsers).where(eq(t.authUsers.id, id)).returning({ id: t.authUsers.id });
}

export function findUnreadWarning({ q, t: { warnings: w } }: Conn, memberId: string) {
  return q
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.memberId, memberId), isNull(w.readAt), isNull(w.withdrawnAt)))
    .limit(1);
}
