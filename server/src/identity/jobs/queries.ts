import { and, eq, isNull, lt, notExists } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';

export function deleteExpiredLinks({ q, t }: Conn, before: Date) {
  return q.delete(t.authLinks).where(lt(t.authLinks.expiresAt, before)).returning({ hash: t.authLinks.hash });
}

/** Those with no link left that could confirm them. */
export function deleteUnconfirmed({ q, t: { authUsers: a, authLinks: l } }: Conn, before: Date) {
  return q
    .delete(a)
    .where(
      and(
        isNull(a.confirmedAt),
        lt(a.updatedAt, before),
        notExists(q.select({ hash: l.hash }).from(l).where(eq(l.userId, a.id))),
      ),
    )
    .returning({ id: a.id });
}

export function deleteEnded({ q, t }: Conn, before: Date) {
  return q
    .delete(t.authEnded)
    .where(lt(t.authEnded.endedAt, before))
    .returning({ id: t.authEnded.sessionId });
}

export function deleteUnseenSessions({ q, t: { authSessions: s } }: Conn, before: Date) {
  return q.delete(s).where(lt(s.refreshedAt, before)).returning({ id: s.id });
}

export function deleteSpentLimits({ q, t }: Conn, before: Date) {
  return q.delete(t.authLimits).where(lt(t.authLimits.endsAt, before)).returning({ key: t.authLimits.key });
}

export function deleteOldAudit({ q, t }: Conn, before: Date) {
  return q.delete(t.authAudit).where(lt(t.authAudit.at, before)).returning({ id: t.authAudit.id });
}

export function deleteOldFlows({ q, t }: Conn, before: Date) {
  return q.delete(t.authFlows).where(lt(t.authFlows.expiresAt, before)).returning({ hash: t.authFlows.hash });
}

export function deleteOldNonces({ q, t: { authNonces: n } }: Conn, before: Date) {
  return q.delete(n).where(lt(n.expiresAt, before)).returning({ id: n.sessionId });
}

export function deleteOldPasskeyChallenges({ q, t: { authPasskeyChallenges: c } }: Conn, before: Date) {
  return q.delete(c).where(lt(c.expiresAt, before)).returning({ id: c.id });
}

export function deleteOldChallenges({ q, t }: Conn, before: Date) {
  return q
    .delete(t.authChallenges)
    .where(lt(t.authChallenges.expiresAt, before))
    .returning({ id: t.authChallenges.id });
}
