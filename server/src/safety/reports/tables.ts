import type {
  MessageVersion,
  QueueReason,
  ReportReason,
  ReportSubject,
  Resolution,
} from '@selvedge/shared/safety/report-reasons';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';

/** A photo of the reported listing that another member has used before. */
export interface SamePhotoEvidence {
  key: string;
  /** Null if the file is gone. */
  otherKey: string | null;
  /** Of a file that is gone: a small copy as a `data:` URL, if there is one. */
  otherCopy: string | null;
  otherPlaceholder: string;
  otherListing: { id: string; title: string; isRemoved: boolean; addedAt: string };
}

/** A snapshot of the reported subject; later changes of the subject do not affect it. */
export interface Evidence {
  title: string;
  text: string | null;
  /** Of a listing or WTB. The fields from here to `photoKeys` are missing in older reports. */
  brand?: string;
  size?: string;
  /** The price of a listing, or the budget of a WTB. */
  priceCents?: number;
  /** Storage keys of all photos of a listing, or of the picture of a member, which stay while the report is open. */
  photoKeys?: string[];
  /** Messages before the reported one that the reporter chose to show, oldest first. */
  before: { isReporters: boolean; text: string }[];
  /** Every version of an edited or unsent message, oldest first. Missing in older reports. */
  versions?: MessageVersion[];
  /** When the message was unsent. Missing in older reports. */
  unsentAt?: string | null;
  /** Only in reports by the server. */
  samePhotos?: SamePhotoEvidence[];
  /** Further matches of the same member within the day: their listing, with its title, and the other one. */
  moreSamePhotos?: { listingId: string; title: string; otherListingId: string }[];
}

export function reportTables(
  { table, index, uniqueIndex, id, str, instant, json }: Kit,
  { users }: Referenced<'users'>,
) {
  const reports = table(
    'reports',
    {
      id: id('id').primaryKey(),
      /** Null for a report by the server. */
      reporterId: id('reporter_id').references(() => users.id),
      subject: str('subject').$type<ReportSubject>().notNull(),
      subjectId: id('subject_id').notNull(),
      /** Owner of the reported subject. */
      memberId: id('person_id')
        .notNull()
        .references(() => users.id),
      /** The other member whose photos the reported listing shows. */
      otherMemberId: id('other_person_id').references(() => users.id),
      reason: str('reason').$type<QueueReason>().notNull(),
      details: str('details'),
      evidence: json<Evidence>('evidence').notNull(),
      /** Storage key of the reported subject's first photo, which stays while the report is open. */
      photoKey: str('photo_key'),
      createdAt: instant('created_at').notNull(),
      /** Null while the report is open. */
      closedAt: instant('closed_at'),
      closedById: id('closed_by_id').references(() => users.id),
      resolution: str('resolution').$type<Resolution>(),
      /** The reason of the decision, as the reporter and the person concerned read it. */
      note: str('note'),
      /** As the reporter and the person concerned read it. Null in reports from before there were numbers. */
      number: str('number'),
      /** Of a report without an account, until no appeal is possible any more. */
      visitorEmail: str('visitor_email'),
      visitorName: str('visitor_name'),
      /** The rule or law that the decision rests on. */
      rule: str('rule'),
      /** The end of a suspension for a time. */
      suspendedUntil: instant('suspended_until'),
      /** What the decision removed, while an appeal can bring it back. */
      removed: json<RemovedContent>('removed'),
    },
    (t) => [
      uniqueIndex('reports_once').on(t.reporterId, t.subject, t.subjectId).where(sql`closed_at is null`),
      index('reports_open').on(t.createdAt, t.id).where(sql`closed_at is null`),
      index('reports_closed').on(t.createdAt, t.id).where(sql`closed_at is not null`),
      index('reports_photo').on(t.photoKey).where(sql`closed_at is null`),
      index('reports_subject').on(t.subject, t.subjectId),
      index('reports_person').on(t.memberId),
      uniqueIndex('reports_number').on(t.number).where(sql`number is not null`),
      index('reports_erasable')
        .on(t.closedAt)
        .where(sql`closed_at is not null and (visitor_email is not null or removed is not null)`),
      index('reports_other_person').on(t.otherMemberId).where(sql`other_person_id is not null`),
    ],
  );

  /** Reports by visitors who have not confirmed their address yet. */
  const pendingReports = table(
    'pending_reports',
    {
      id: id('id').primaryKey(),
      number: str('number').notNull(),
      subject: str('subject').$type<ReportSubject>().notNull(),
      subjectId: id('subject_id').notNull(),
      reason: str('reason').$type<ReportReason>().notNull(),
      details: str('details'),
      email: str('email').notNull(),
      name: str('name'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('pending_reports_created').on(t.createdAt)],
  );

  return { reports, pendingReports };
}
