import type {
  AppealOutcome,
  AppealParty,
  LogAction,
  LogSubject,
  MessageVersion,
  QueueReason,
  ReportReason,
  ReportSubject,
  Resolution,
} from '@selvedge/shared/safety/report-reasons';
import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';
import type { StoredPhoto, StoredProof } from './stored-photo.ts';

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

/** What an admin's removal took from an item, a message or a vouch. */
export interface RemovedContent {
  text: string | null;
  /** The photos of a listing, all of them, and its proof photo. */
  photos?: StoredPhoto[];
  proofPhoto?: StoredProof | null;
  /** Storage keys of those that nothing shows any more: they are stored for an appeal, and only admins see them. */
  withheld?: string[];
}

interface References {
  users: { id: AnySQLiteColumn };
  messages: { id: AnySQLiteColumn };
}

/** Blocks, reports, originals of messages, and the log of admin actions. */
export function safetyTables(kit: Kit, { users, messages }: References) {
  const { table, index, uniqueIndex, id, str, instant, json } = kit;
  const memberRef = (name: string) =>
    id(name)
      .notNull()
      .references(() => users.id);

  const blocks = table(
    'blocks',
    {
      id: id('id').primaryKey(),
      blockerId: memberRef('blocker_id'),
      blockedId: memberRef('blocked_id'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('blocks_pair').on(t.blockerId, t.blockedId),
      index('blocks_blocked').on(t.blockedId, t.blockerId),
      index('blocks_list').on(t.blockerId, t.createdAt, t.id),
    ],
  );

  const reports = table(
    'reports',
    {
      id: id('id').primaryKey(),
      /** Null for a report by the server. */
      reporterId: id('reporter_id').references(() => users.id),
      subject: str('subject').$type<ReportSubject>().notNull(),
      subjectId: id('subject_id').notNull(),
      /** Owner of the reported subject. */
      personId: memberRef('person_id'),
      /** The other member whose photos the reported listing shows. */
      otherPersonId: id('other_person_id').references(() => users.id),
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
      index('reports_person').on(t.personId),
      uniqueIndex('reports_number').on(t.number).where(sql`number is not null`),
      index('reports_erasable')
        .on(t.closedAt)
        .where(sql`closed_at is not null and (visitor_email is not null or removed is not null)`),
      index('reports_other_person').on(t.otherPersonId).where(sql`other_person_id is not null`),
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

  /** Appeals against decisions on reports: one by each side. */
  const appeals = table(
    'appeals',
    {
      id: id('id').primaryKey(),
      reportId: id('report_id')
        .notNull()
        .references(() => reports.id, { onDelete: 'cascade' }),
      party: str('party').$type<AppealParty>().notNull(),
      text: str('text').notNull(),
      createdAt: instant('created_at').notNull(),
      /** Null until an admin has answered it. */
      closedAt: instant('closed_at'),
      closedById: id('closed_by_id').references(() => users.id),
      outcome: str('outcome').$type<AppealOutcome>(),
      reason: str('reason'),
    },
    (t) => [
      uniqueIndex('appeals_once').on(t.reportId, t.party),
      index('appeals_open').on(t.createdAt, t.id).where(sql`closed_at is null`),
    ],
  );

  const warnings = table(
    'warnings',
    {
      id: id('id').primaryKey(),
      personId: memberRef('person_id'),
      /** The report that it decides; that may be gone. */
      reportId: id('report_id').notNull(),
      reason: str('reason').notNull(),
      rule: str('rule'),
      createdAt: instant('created_at').notNull(),
      /** When the member confirmed that they have read it. */
      readAt: instant('read_at'),
      /** When an appeal against it succeeded. */
      withdrawnAt: instant('withdrawn_at'),
    },
    (t) => [index('warnings_person').on(t.personId, t.createdAt), index('warnings_report').on(t.reportId)],
  );

  /** What members who sell as a business declare about themselves. */
  const businesses = table('businesses', {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id),
    name: str('name').notNull(),
    address: str('address').notNull(),
    email: str('email').notNull(),
    registerNumber: str('register_number'),
    updatedAt: instant('updated_at').notNull(),
  });

  /** Earlier versions of edited or unsent messages: only for reports, and for a limited time. */
  const messageOriginals = table(
    'message_originals',
    {
      id: id('id').primaryKey(),
      messageId: id('message_id')
        .notNull()
        .references(() => messages.id, { onDelete: 'cascade' }),
      senderId: memberRef('sender_id'),
      content: str('content').notNull(),
      /** Storage key of the photo of an unsent image message; its upload stays claimed. */
      photoKey: str('photo_key'),
      /** When this version was sent, or edited into the message. */
      writtenAt: instant('written_at').notNull(),
      /** When the message was edited or unsent. */
      replacedAt: instant('replaced_at').notNull(),
    },
    (t) => [
      index('message_originals_message').on(t.messageId, t.id),
      index('message_originals_sender').on(t.senderId, t.id),
      index('message_originals_replaced').on(t.replacedAt),
    ],
  );

  /** Admin actions. Members are referenced by id; entries outlive their subjects. */
  const adminLog = table(
    'admin_log',
    {
      id: id('id').primaryKey(),
      /** null: the operator, on the command line. */
      adminId: id('admin_id').references(() => users.id),
      action: str('action').$type<LogAction>().notNull(),
      subject: str('subject').$type<LogSubject>().notNull(),
      /** null: the instance itself. */
      subjectId: id('subject_id'),
      /** Owner of the subject, if it has one. */
      personId: id('person_id').references(() => users.id),
      note: str('note'),
      at: instant('at').notNull(),
    },
    (t) => [index('admin_log_at').on(t.at, t.id), index('admin_log_person').on(t.personId, t.at, t.id)],
  );

  return { blocks, reports, pendingReports, appeals, warnings, businesses, messageOriginals, adminLog };
}
