import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export function insertWarning({ q, t: { warnings: w } }: Conn, row: Tables['warnings']['$inferInsert']) {
  return q.insert(w).values(row).returning({ id: w.id });
}

/** The most warnings that a member is shown at once; more follow once these are confirmed. */
const UNREAD_MAX = 20;

/** The warnings that a member has not confirmed, oldest first. */
export function findUnread({ q, t: { warnings: w, reports: r } }: Conn, memberId: string) {
  return q
    .select({
      ...{ id: w.id, reason: w.reason, rule: w.rule, createdAt: w.createdAt },
      ...{ subject: r.subject, evidence: r.evidence },
    })
    .from(w)
    .leftJoin(r, eq(r.id, w.reportId))
    .where(and(eq(w.memberId, memberId), isNull(w.readAt), isNull(w.withdrawnAt)))
    .orderBy(asc(w.createdAt))
    .limit(UNREAD_MAX);
}

/** Marks a warning as read by its member. A repeat keeps the first time. @returns no row if there is none. */
export async function markRead({ q, t: { warnings: w } }: Conn, id: string, memberId: string, at: Date) {
  const isTheirs = and(eq(w.id, id), eq(w.memberId, memberId));
  await q
    .update(w)
    .set({ readAt: at })
    .where(and(isTheirs, isNull(w.readAt)))
    .returning({ id: w.id });
  return q.select({ id: w.id }).from(w).where(isTheirs);
}

export function withdrawWarning({ q, t: { warnings: w } }: Conn, reportId: string, at: Date) {
  return q.update(w).set({ withdrawnAt: at }).where(eq(w.reportId, reportId)).returning({ id: w.id });
}

export function findWarningsOf({ q, t: { warnings: w } }: Conn, memberId: string) {
  return q
    .select({
      reason: w.reason,
      rule: w.rule,
      createdAt: w.createdAt,
      readAt: w.readAt,
      withdrawnAt: w.withdrawnAt,
    })
    .from(w)
    .where(eq(w.memberId, memberId))
    .orderBy(asc(w.createdAt));
}

export function deleteWarningsOf({ q, t: { warnings: w } }: Conn, memberId: string) {
  return q.delete(w).where(eq(w.memberId, memberId)).returning({ id: w.id });
}
