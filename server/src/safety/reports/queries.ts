import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import { SAME_PHOTO } from '@selvedge/shared/safety/report-reasons';
import { aliasedTable, and, asc, desc, eq, gt, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import { memberColumns } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isAfter, isBelow } from '../../platform/db/keyset.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type ReportState = Tables['reports']['$inferSelect'];
const value = (name: string) => sql.placeholder(name);

/** Inserts a report. Returns no row when the reporter has an open report about the same subject. */
export function insertReport({ q, t: { reports: r } }: Conn, row: Tables['reports']['$inferInsert']) {
  return q.insert(r).values(row).onConflictDoNothing().returning();
}

export function findOpenReport(
  { q, t: { reports: r } }: Conn,
  { reporterId, subject, subjectId }: Pick<ReportState, 'subject' | 'subjectId'> & { reporterId: string },
) {
  return q
    .select()
    .from(r)
    .where(
      and(
        eq(r.reporterId, reporterId),
        eq(r.subject, subject),
        eq(r.subjectId, subjectId),
        isNull(r.closedAt),
      ),
    );
}

/** The open report by the server since then that a member's listings have the photos of others. */
export function findSamePhotoReport(
  { q, t: { reports: r } }: Conn,
  { memberId, since }: { memberId: string; since: Date },
) {
  return q
    .select()
    .from(r)
    .where(
      and(eq(r.memberId, memberId), eq(r.reason, SAME_PHOTO), gt(r.createdAt, since), isNull(r.closedAt)),
    )
    .orderBy(desc(r.createdAt))
    .limit(1);
}

export function updateEvidence(
  { q, t: { reports: r } }: Conn,
  id: string,
  evidence: ReportState['evidence'],
) {
  return q.update(r).set({ evidence }).where(eq(r.id, id)).returning({ id: r.id });
}

const selectReports = ({ q, t }: Conn) => {
  const { reports: r } = t;
  const reporter = aliasedTable(t.users, 'reporter');
  const person = aliasedTable(t.users, 'person');
  const otherMember = aliasedTable(t.users, 'other_person');
  const admin = aliasedTable(t.users, 'admin');
  return (
    q
      .select({
        report: r,
        reporter: memberColumns({ users: reporter }),
        person: memberColumns({ users: person }),
        otherMember: memberColumns({ users: otherMember }),
        admin: memberColumns({ users: admin }),
      })
      .from(r)
      .innerJoin(person, eq(person.id, r.memberId))
      // A report by the server has no reporter, most have no other person, and an open one has no admin; the person
      // stands in, so that the inner joins find a row.
      .innerJoin(reporter, sql`${reporter.id} = coalesce(${r.reporterId}, ${r.memberId})`)
      .innerJoin(otherMember, sql`${otherMember.id} = coalesce(${r.otherMemberId}, ${r.memberId})`)
      .innerJoin(admin, sql`${admin.id} = coalesce(${r.closedById}, ${r.memberId})`)
  );
};
export type ReportRow = Awaited<ReturnType<typeof selectReports>>[number];

// An admin does not see the reports about themselves, which would reveal the reporter.
// The conditions are phrased exactly like those of the partial indexes, so that the planner uses these indexes.

/** Open reports after the place `at`, `id`, oldest first: those that have waited longest. */
export const openReportsAfter = prepared('open_reports_after', (conn: Conn) => {
  const { createdAt, id, memberId } = conn.t.reports;
  return selectReports(conn)
    .where(and(sql`closed_at is null`, isAfter(createdAt, id), ne(memberId, value('adminId'))))
    .orderBy(asc(createdAt), asc(id))
    .limit(value('limit'));
});

export const closedReportsBelow = prepared('closed_reports_below', (conn: Conn) => {
  const { createdAt, id, memberId } = conn.t.reports;
  return selectReports(conn)
    .where(and(sql`closed_at is not null`, isBelow(createdAt, id), ne(memberId, value('adminId'))))
    .orderBy(desc(createdAt), desc(id))
    .limit(value('limit'));
});

/** In no particular order. */
export function findReports(conn: Conn, ids: string[]) {
  return selectReports(conn).where(inArray(conn.t.reports.id, ids));
}

export function findReport({ q, t: { reports: r } }: Conn, id: string) {
  return q.select().from(r).where(eq(r.id, id));
}

/** Closes all open reports about the same subject; of two admins at the same time, the second closes none. */
export function closeReports(
  { q, t: { reports: r } }: Conn,
  { subject, subjectId }: Pick<ReportState, 'subject' | 'subjectId'>,
  closed: Pick<ReportState, 'closedAt' | 'closedById' | 'resolution' | 'note' | 'rule' | 'suspendedUntil'>,
) {
  return q
    .update(r)
    .set(closed)
    .where(and(eq(r.subject, subject), eq(r.subjectId, subjectId), isNull(r.closedAt)))
    .returning();
}

/** Stores what a removal took away, for an appeal; null clears it. */
export function setRemoved({ q, t: { reports: r } }: Conn, id: string, removed: RemovedContent | null) {
  return q.update(r).set({ removed }).where(eq(r.id, id)).returning({ id: r.id });
}

/** Opens a closed report again, unless its reporter has an open one about the same subject. */
export async function openAgain({ q, t: { reports: r } }: Conn, id: string): Promise<void> {
  const newer = aliasedTable(r, 'newer');
  const hasNewer = q
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.reporterId, r.reporterId),
        eq(newer.subject, r.subject),
        eq(newer.subjectId, r.subjectId),
        isNull(newer.closedAt),
      ),
    );
  await q
    .update(r)
    .set({ closedAt: null, closedById: null, resolution: null, note: null, rule: null, suspendedUntil: null })
    .where(and(eq(r.id, id), notExists(hasNewer)))
    .returning({ id: r.id });
}

export function ownPhotosOf({ photoKey, evidence }: Pick<ReportState, 'photoKey' | 'evidence'>): string[] {
  return evidence.photoKeys ?? (photoKey === null ? [] : [photoKey]);
}

export function photosOf(reports: Pick<ReportState, 'photoKey' | 'evidence'>[]): string[] {
  return [
    ...new Set(
      reports.flatMap((report) => [
        ...ownPhotosOf(report),
        ...(report.evidence.samePhotos ?? []).flatMap(({ otherKey }) => otherKey ?? []),
      ]),
    ),
  ];
}

/** Counts what is open, and what is from `overdue` or earlier; with `adminId`, only what that admin sees. */
export async function countQueue(
  { q, t: { reports: r, appeals: a } }: Conn,
  overdue: Date,
  adminId?: string,
) {
  const isSeen = adminId === undefined ? undefined : ne(r.memberId, adminId);
  const reports = await q
    .select({ at: r.createdAt })
    .from(r)
    .where(and(sql`closed_at is null`, isSeen))
    .orderBy(asc(r.createdAt), asc(r.id))
    .limit(COUNT_MAX);
  const appeals = await q
    .select({ at: a.createdAt })
    .from(a)
    .innerJoin(r, eq(r.id, a.reportId))
    .where(and(sql`${a.closedAt} is null`, isSeen))
    .orderBy(asc(a.createdAt), asc(a.id))
    .limit(COUNT_MAX);
  const isOverdue = ({ at }: { at: Date }) => at <= overdue;
  return {
    counts: {
      open: reports.length,
      appeals: appeals.length,
      overdue: reports.filter(isOverdue).length + appeals.filter(isOverdue).length,
    },
    oldestReportAt: reports[0]?.at ?? null,
  };
}
