import { aliasedTable, and, asc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { DELETED_NAME, memberColumns } from '../../../members/public.ts';

import type { Conn } from '../../../platform/db/database.ts';
import { isAfter } from '../../../platform/db/keyset.ts';
import { forUpdate } from '../../../platform/db/locked.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { ReportState } from '../queries.ts';

export type AppealRow = Tables['appeals']['$inferSelect'];

/** Returns no row when this side has already appealed. */
export function insertAppeal({ q, t: { appeals: a } }: Conn, row: Tables['appeals']['$inferInsert']) {
  return q.insert(a).values(row).onConflictDoNothing().returning({ id: a.id });
}

export function findAppealBy(
  { q, t: { appeals: a } }: Conn,
  { reportId, party }: Pick<AppealRow, 'reportId' | 'party'>,
) {
  return q
    .select({ id: a.id })
    .from(a)
    .where(and(eq(a.reportId, reportId), eq(a.party, party)));
}

export function lockAppeal({ q, t: { appeals: a } }: Conn, id: string) {
  return forUpdate(q.select().from(a).where(eq(a.id, id)));
}

export function closeAppeal(
  { q, t: { appeals: a } }: Conn,
  id: string,
  closed: Pick<AppealRow, 'closedAt' | 'closedById' | 'outcome' | 'reason'>,
) {
  return q.update(a).set(closed).where(eq(a.id, id)).returning({ id: a.id });
}

/** Open appeals after the place `at`, `id`, oldest first. */
export const openAppealsAfter = prepared('open_appeals_after', ({ q, t: { appeals: a, reports: r } }: Conn) =>
  q
    .select({ id: a.id, reportId: a.reportId, createdAt: a.createdAt })
    .from(a)
    .innerJoin(r, eq(r.id, a.reportId))
    .where(
      and(sql`${a.closedAt} is null`, isAfter(a.createdAt, a.id), ne(r.memberId, sql.placeholder('adminId'))),
    )
    .orderBy(asc(a.createdAt), asc(a.id))
    .limit(sql.placeholder('limit')),
);

export function appealsOf({ q, t }: Conn, reportIds: string[]) {
  const { appeals: a } = t;
  const admin = aliasedTable(t.users, 'admin');
  return (
    q
      .select({ appeal: a, admin: memberColumns({ users: admin }) })
      .from(a)
      .innerJoin(t.reports, eq(t.reports.id, a.reportId))
      // An open appeal has no admin; the person stands in, so that the inner join finds a row.
      .innerJoin(admin, sql`${admin.id} = coalesce(${a.closedById}, ${t.reports.memberId})`)
      .where(inArray(a.reportId, reportIds))
      .orderBy(asc(a.createdAt))
  );
}

export type AppealOfReport = Awaited<ReturnType<typeof appealsOf>>[number];

/** Who reported what a decision is about: it closed all their reports in one moment. */
export function reportersOf(
  { q, t: { reports: r } }: Conn,
  { id, subject, subjectId, closedAt }: Pick<ReportState, 'id' | 'subject' | 'subjectId' | 'closedAt'>,
) {
  return q
    .select({ reporterId: r.reporterId })
    .from(r)
    .where(
      or(
        eq(r.id, id),
        closedAt === null
          ? undefined
          : and(eq(r.subject, subject), eq(r.subjectId, subjectId), eq(r.closedAt, closedAt)),
      ),
    );
}

export function findOtherAdmin({ q, t: { users: u, authUsers: a } }: Conn, except: string[], now: Date) {
  return q
    .select({ id: u.id })
    .from(u)
    .innerJoin(a, eq(a.id, u.id))
    .where(
      and(
        sql`${u.isAdmin}`,
        ne(u.username, DELETED_NAME),
        notInArray(u.id, except),
        sql`(${a.bannedUntil} is null or ${a.bannedUntil} <= ${sql.param(now, a.bannedUntil)})`,
      ),
    )
    .limit(1);
}

/** The ends of the other suspensions of a member that were decided and not reversed; null: until it is lifted. */
export function otherSuspensions(
  { q, t: { reports: r, appeals: a } }: Conn,
  { memberId, reportId, closedAt }: { memberId: string; reportId: string; closedAt: Date },
) {
  return q
    .select({ until: r.suspendedUntil })
    .from(r)
    .leftJoin(a, and(eq(a.reportId, r.id), eq(a.party, 'person'), eq(a.outcome, 'reverse')))
    .where(
      and(
        eq(r.memberId, memberId),
        eq(r.resolution, 'suspend'),
        ne(r.id, reportId),
        // Reports about the same subject are closed by one decision, in one moment.
        ne(r.closedAt, closedAt),
        isNull(a.id),
      ),
    );
}

export function deleteAppealsBy({ q, t: { appeals: a } }: Conn, reportIds: string[]) {
  return q
    .delete(a)
    .where(and(inArray(a.reportId, reportIds), eq(a.party, 'reporter')))
    .returning({ id: a.id });
}

export function findAppealsOf({ q, t: { appeals: a, reports: r } }: Conn, userId: string) {
  return q
    .select({
      text: a.text,
      createdAt: a.createdAt,
      closedAt: a.closedAt,
      outcome: a.outcome,
      reason: a.reason,
    })
    .from(a)
    .innerJoin(r, eq(r.id, a.reportId))
    .where(
      sql`(${a.party} = 'person' and ${r.memberId} = ${userId}) or (${a.party} = 'reporter' and ${r.reporterId} = ${userId})`,
    )
    .orderBy(asc(a.createdAt));
}
