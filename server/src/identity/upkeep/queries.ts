import { and, isNull, lt } from 'drizzle-orm';
import type { Conn } from '../../db/database.ts';

export const deleteExpiredLinks = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authLinks).where(lt(t.authLinks.expiresAt, before)).returning({ hash: t.authLinks.hash });

/** Accounts that wait for their confirmation since then; each new attempt updates them. */
export const deleteUnconfirmed = ({ q, t }: Conn, before: Date) =>
  q
    .delete(t.authUsers)
    .where(and(isNull(t.authUsers.confirmedAt), lt(t.authUsers.updatedAt, before)))
    .returning({ id: t.authUsers.id });

export const deleteEnded = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authEnded).where(lt(t.authEnded.endedAt, before)).returning({ id: t.authEnded.sessionId });

export const deleteSpentLimits = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authLimits).where(lt(t.authLimits.endsAt, before)).returning({ key: t.authLimits.key });

export const deleteOldAudit = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authAudit).where(lt(t.authAudit.at, before)).returning({ id: t.authAudit.id });

export const deleteOldFlows = ({ q, t }: Conn, before: Date) =>
  q.delete(t.authFlows).where(lt(t.authFlows.expiresAt, before)).returning({ hash: t.authFlows.hash });

export const deleteOldChallenges = ({ q, t }: Conn, before: Date) =>
  q
    .delete(t.authChallenges)
    .where(lt(t.authChallenges.expiresAt, before))
    .returning({ id: t.authChallenges.id });
