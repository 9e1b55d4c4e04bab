import { and, asc, eq, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import type { ReportState } from './queries.ts';

export function findReportsOf({ q, t: { reports: r } }: Conn, reporterId: string) {
  return q
    .select({
      id: r.id,
      number: r.number,
      subject: r.subject,
      subjectId: r.subjectId,
      reason: r.reason,
      details: r.details,
      createdAt: r.createdAt,
      closedAt: r.closedAt,
    })
    .from(r)
    .where(eq(r.reporterId, reporterId))
    .orderBy(asc(r.createdAt));
}

/** The decisions against a member. Never anything about who reported them. */
export function findDecisionsOn({ q, t: { reports: r } }: Conn, memberId: string) {
  return q
    .select({
      id: r.id,
      number: r.number,
      subject: r.subject,
      subjectId: r.subjectId,
      decision: r.resolution,
      reason: r.note,
      rule: r.rule,
      suspendedUntil: r.suspendedUntil,
      decidedAt: r.closedAt,
    })
    .from(r)
    .where(and(eq(r.memberId, memberId), sql`closed_at is not null`, sql`${r.resolution} <> 'dismiss'`))
    .orderBy(asc(r.closedAt));
}

/**
 * Reports by a member, or by the server about a copy of their photos, that stay without them: those decided
 * against someone else, who can still appeal, also when open again after a removal, which that appeal undoes;
 * and the member's own that are still to be decided.
 */
export function reportsWithout({ q, t: { reports: r } }: Conn, memberId: string) {
  return q
    .select({ id: r.id, details: r.details, evidence: r.evidence, closedAt: r.closedAt })
    .from(r)
    .where(
      and(
        or(eq(r.reporterId, memberId), eq(r.otherMemberId, memberId)),
        ne(r.memberId, memberId),
        or(
          sql`${r.resolution} <> 'dismiss'`,
          isNotNull(r.removed),
          and(eq(r.reporterId, memberId), isNull(r.closedAt)),
        ),
      ),
    );
}

/** What the reporter wrote stays while the report is open, for the decision. */
export function anonymize(
  { q, t: { reports: r } }: Conn,
  {
    id,
    details,
    evidence: { samePhotos: _, moreSamePhotos: __, ...evidence },
    closedAt,
  }: Pick<ReportState, 'id' | 'details' | 'evidence' | 'closedAt'>,
) {
  const written =
    closedAt === null ? { details, evidence } : { details: null, evidence: { ...evidence, before: [] } };
  return q
    .update(r)
    .set({ reporterId: null, otherMemberId: null, ...written })
    .where(eq(r.id, id))
    .returning({ id: r.id });
}

export function deleteReportsOf({ q, t: { reports: r } }: Conn, id: string) {
  return q
    .delete(r)
    .where(or(eq(r.reporterId, id), eq(r.memberId, id), eq(r.otherMemberId, id)))
    .returning({ photoKey: r.photoKey, evidence: r.evidence });
}

const isExpired = ({ q, t: { reports: r, appeals: a } }: Conn, before: Date) => {
  const openAppeal = q
    .select({ id: a.id })
    .from(a)
    .where(and(eq(a.reportId, r.id), isNull(a.closedAt)));
  return and(
    // Phrased exactly like the partial index's condition, so that the planner uses this index.
    sql`closed_at is not null and (visitor_email is not null or removed is not null)`,
    lt(r.closedAt, before),
    notExists(openAppeal),
  );
};

export function lockExpired(conn: Conn, before: Date) {
  const { reports: r } = conn.t;
  return forUpdate(conn.q.select({ id: r.id, removed: r.removed }).from(r).where(isExpired(conn, before)));
}

/** Erases the addresses of visitors, and what removals left for an appeal. */
export function eraseExpired(conn: Conn, before: Date) {
  const { reports: r } = conn.t;
  return conn.q
    .update(r)
    .set({ visitorEmail: null, visitorName: null, removed: null })
    .where(isExpired(conn, before))
    .returning({ id: r.id });
}
