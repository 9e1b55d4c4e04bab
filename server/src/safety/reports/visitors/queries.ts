import { and, eq, gte, isNull, lt } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export type PendingReport = Tables['pendingReports']['$inferSelect'];

export function insertPending({ q, t: { pendingReports: p } }: Conn, row: PendingReport) {
  return q.insert(p).values(row).returning({ id: p.id });
}

/** A report that still can be confirmed: made at `since` or later. */
export function findPending({ q, t: { pendingReports: p } }: Conn, id: string, since: Date) {
  return q
    .select()
    .from(p)
    .where(and(eq(p.id, id), gte(p.createdAt, since)));
}

/** Deletes a report that still can be confirmed. @returns it, to one caller only. */
export function takePending({ q, t: { pendingReports: p } }: Conn, id: string, since: Date) {
  return q
    .delete(p)
    .where(and(eq(p.id, id), gte(p.createdAt, since)))
    .returning();
}

export function deletePendingBefore({ q, t: { pendingReports: p } }: Conn, before: Date) {
  return q.delete(p).where(lt(p.createdAt, before)).returning({ id: p.id });
}

/** The open report about a subject by a visitor with this address. */
export function findOpenVisitorReport(
  { q, t: { reports: r } }: Conn,
  { subject, subjectId, email }: Pick<PendingReport, 'subject' | 'subjectId' | 'email'>,
) {
  return q
    .select({ number: r.number })
    .from(r)
    .where(
      and(eq(r.subject, subject), eq(r.subjectId, subjectId), eq(r.visitorEmail, email), isNull(r.closedAt)),
    );
}
