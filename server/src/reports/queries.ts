import { aliasedTable, and, asc, desc, eq, exists, gte, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { isBelow } from '../db/keyset.ts';
import { forUpdate } from '../db/locked.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../members/columns.ts';

export type ReportState = Tables['reports']['$inferSelect'];
const value = (name: string) => sql.placeholder(name);

/** Finds a listing and locks it until the transaction ends. */
export const lockListingToReport = ({ q, t: { listings: l } }: Conn, id: string) =>
  forUpdate(
    q
      .select({
        personId: l.sellerId,
        title: l.title,
        text: l.description,
        brand: l.brand,
        size: l.size,
        priceCents: l.priceCents,
        photos: l.photos,
        proofPhoto: l.proofPhoto,
      })
      .from(l)
      .where(and(eq(l.id, id), isNull(l.removedAt))),
  );

export const findWantedToReport = ({ q, t: { wanted: w } }: Conn, id: string) =>
  q
    .select({
      personId: w.buyerId,
      title: w.title,
      text: w.description,
      brand: w.brand,
      size: w.size,
      priceCents: w.maxPriceCents,
    })
    .from(w)
    .where(and(eq(w.id, id), isNull(w.removedAt)));

/** Finds a vouch that is public by now, and locks it until the transaction ends. */
export const lockVouchToReport = ({ q, t: { vouches: v, deals: d } }: Conn, id: string, now: Date) =>
  forUpdate(
    q
      .select({ personId: v.writerId, rating: v.rating, text: v.text, title: d.title })
      .from(v)
      .innerJoin(d, eq(d.id, v.dealId))
      .where(and(eq(v.id, id), lte(v.releasesAt, now), isNull(v.removedAt))),
  );

/**
 * Finds a message for one of the two members of its conversation, and locks it until the transaction ends.
 */
export const lockMessageToReport = (
  { q, t: { messages: m, conversations: c } }: Conn,
  id: string,
  personId: string,
) => {
  const ownConversation = q
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.id, m.conversationId), or(eq(c.buyerId, personId), eq(c.sellerId, personId))));
  return forUpdate(
    q
      .select({
        personId: m.senderId,
        text: m.content,
        image: m.image,
        conversationId: m.conversationId,
        seq: m.seq,
        createdAt: m.createdAt,
        editedAt: m.editedAt,
        unsentAt: m.unsentAt,
      })
      .from(m)
      .where(and(eq(m.id, id), isNull(m.removedAt), exists(ownConversation))),
  );
};

export type ReportedMessage = Awaited<ReturnType<typeof lockMessageToReport>>[number];

/** The earlier versions of a message that were replaced since an instant, oldest first. */
export const originalsSince = ({ q, t: { messageOriginals: o } }: Conn, messageId: string, since: Date) =>
  q
    .select({ content: o.content, photoKey: o.photoKey, writtenAt: o.writtenAt })
    .from(o)
    .where(and(eq(o.messageId, messageId), gte(o.replacedAt, since)))
    .orderBy(asc(o.id));
export type OriginalRow = Awaited<ReturnType<typeof originalsSince>>[number];

/** The messages before the one with number `seq`, newest first. */
export const messagesBefore = (
  { q, t: { messages: m } }: Conn,
  conversationId: string,
  seq: number,
  limit: number,
) =>
  q
    .select({ senderId: m.senderId, text: m.content, image: m.image })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), lt(m.seq, seq)))
    .orderBy(desc(m.seq))
    .limit(limit);

/** Inserts a report. Returns no row when the reporter has an open report about the same subject. */
export const insertReport = ({ q, t: { reports: r } }: Conn, row: Tables['reports']['$inferInsert']) =>
  q.insert(r).values(row).onConflictDoNothing().returning();

export const findOpenReport = (
  { q, t: { reports: r } }: Conn,
  { reporterId, subject, subjectId }: Pick<ReportState, 'subject' | 'subjectId'> & { reporterId: string },
) =>
  q
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

/** The open report by the server that a listing has the photos of another member. */
export const findSamePhotoReport = (
  { q, t: { reports: r } }: Conn,
  { subjectId, otherPersonId }: { subjectId: string; otherPersonId: string },
) =>
  q
    .select()
    .from(r)
    .where(
      and(
        eq(r.subject, 'listing'),
        eq(r.subjectId, subjectId),
        isNull(r.reporterId),
        eq(r.otherPersonId, otherPersonId),
        isNull(r.closedAt),
      ),
    );

export const updateEvidence = (
  { q, t: { reports: r } }: Conn,
  id: string,
  evidence: ReportState['evidence'],
) => q.update(r).set({ evidence }).where(eq(r.id, id)).returning({ id: r.id });

const selectReports = ({ q, t }: Conn) => {
  const { reports: r } = t;
  const reporter = aliasedTable(t.users, 'reporter');
  const person = aliasedTable(t.users, 'person');
  const otherPerson = aliasedTable(t.users, 'other_person');
  const admin = aliasedTable(t.users, 'admin');
  return (
    q
      .select({
        report: r,
        reporter: personColumns({ users: reporter }),
        person: personColumns({ users: person }),
        otherPerson: personColumns({ users: otherPerson }),
        admin: personColumns({ users: admin }),
      })
      .from(r)
      .innerJoin(person, eq(person.id, r.personId))
      // A report by the server has no reporter, most have no other person, and an open one has no admin; the person
      // stands in, so that the inner joins find a row.
      .innerJoin(reporter, sql`${reporter.id} = coalesce(${r.reporterId}, ${r.personId})`)
      .innerJoin(otherPerson, sql`${otherPerson.id} = coalesce(${r.otherPersonId}, ${r.personId})`)
      .innerJoin(admin, sql`${admin.id} = coalesce(${r.closedById}, ${r.personId})`)
  );
};
export type ReportRow = Awaited<ReturnType<typeof selectReports>>[number];

const pageOf = (conn: Conn, isOpen: boolean) =>
  selectReports(conn)
    .where(
      and(
        // Phrased exactly like the partial indexes' conditions, so that the planner uses these indexes.
        isOpen ? sql`closed_at is null` : sql`closed_at is not null`,
        isBelow(conn.t.reports.createdAt, conn.t.reports.id),
      ),
    )
    .orderBy(desc(conn.t.reports.createdAt), desc(conn.t.reports.id))
    .limit(value('limit'));

/** Reports below the place `at`, `id`, latest first: the open ones, and the closed ones. */
export const openReportsBelow = prepared('open_reports_below', (conn: Conn) => pageOf(conn, true));
export const closedReportsBelow = prepared('closed_reports_below', (conn: Conn) => pageOf(conn, false));

export const findReport = ({ q, t: { reports: r } }: Conn, id: string) =>
  q.select().from(r).where(eq(r.id, id));

/**
 * Closes every open report about the same subject: if two admins do so at the same time, the second closes
 * none.
 */
export const closeReports = (
  { q, t: { reports: r } }: Conn,
  { subject, subjectId }: Pick<ReportState, 'subject' | 'subjectId'>,
  closed: Pick<ReportState, 'closedAt' | 'closedById' | 'resolution' | 'note'>,
) =>
  q
    .update(r)
    .set(closed)
    .where(and(eq(r.subject, subject), eq(r.subjectId, subjectId), isNull(r.closedAt)))
    .returning({ id: r.id, photoKey: r.photoKey, evidence: r.evidence });

/** The storage keys of the photos of a report's subject. */
export const ownPhotosOf = ({ photoKey, evidence }: Pick<ReportState, 'photoKey' | 'evidence'>): string[] =>
  evidence.photoKeys ?? (photoKey === null ? [] : [photoKey]);

/** The storage keys of all photos that reports need, without duplicates. */
export const photosOf = (reports: Pick<ReportState, 'photoKey' | 'evidence'>[]): string[] => [
  ...new Set(
    reports.flatMap((report) => [
      ...ownPhotosOf(report),
      ...(report.evidence.samePhotos ?? []).flatMap(({ otherKey }) => otherKey ?? []),
    ]),
  ),
];

export const findReportsOf = ({ q, t: { reports: r } }: Conn, reporterId: string) =>
  q
    .select({
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

/** Deletes the reports by and about a member, and those of their photos that another member uses. */
export const deleteReportsOf = ({ q, t: { reports: r } }: Conn, id: string) =>
  q
    .delete(r)
    .where(or(eq(r.reporterId, id), eq(r.personId, id), eq(r.otherPersonId, id)))
    .returning({ photoKey: r.photoKey, evidence: r.evidence });
