import { and, eq, isNull, lt, notExists } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';

export const deleteExpiredLinks = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authLinks).where(lt(t.authLinks.expiresAt, before)).returning({ hash: t.authLinks.hash });

/** Those with no link left that could confirm them. */
export const deleteUnconfirmed = ({ q, t: { authUsers: a, authLinks: l } }: Conn, before: Date) =>
  q
    .delete(a)
    .where(
      and(
        isNull(a.confirmedAt),
        lt(a.updatedAt, before),
        notExists(q.select({ hash: l.hash }).from(l).where(eq(l.userId, a.id))),
      ),
    )
    .returning({ id: a.id });

export const deleteEnded = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authEnded).where(lt(t.authEnded.endedAt, before)).returning({ id: t.authEnded.sessionId });

export const deleteUnseenSessions = ({ q, t: { authSessions: s } }: Conn, before: Date) =>
  q.delete(s).where(lt(s.refreshedAt, before)).returning({ id: s.id });

export const deleteSpentLimits = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authLimits).where(lt(t.authLimits.endsAt, before)).returning({ key: t.authLimits.key });

export const deleteOldAudit = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authAudit).where(lt(t.authAudit.at, before)).returning({ id: t.authAudit.id });

export const deleteOldFlows = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authFlows).where(lt(t.authFlows.expiresAt, before)).returning({ hash: t.authFlows.hash });

export const deleteOldNonces = ({ q, t: { authNonces: n } }: Conn, before: Date) =>
  q.delete(n).where(lt(n.expiresAt, before)).returning({ id: n.sessionId });

export const deleteOldPasskeyChallenges = ({ q, t: { authPasskeyChallenges: c } }: Conn, before: Date) =>
  q.delete(c).where(lt(c.expiresAt, before)).returning({ id: c.id });

export const deleteOldChallenges = ({ q, t }: Conn, before: Date) =>
  q
    .delete(t.authChallenges)
    .where(lt(t.authChallenges.expiresAt, before))
    .returning({ id: t.authChallenges.id });
