import type { MessageVersion, QueueReason, ReportSubject, Resolution } from '@selvedge/shared/report-reasons';
import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

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
      note: str('note'),
    },
    (t) => [
      uniqueIndex('reports_once').on(t.reporterId, t.subject, t.subjectId).where(sql`closed_at is null`),
      index('reports_open').on(t.createdAt, t.id).where(sql`closed_at is null`),
      index('reports_closed').on(t.createdAt, t.id).where(sql`closed_at is not null`),
      index('reports_photo').on(t.photoKey).where(sql`closed_at is null`),
      index('reports_subject').on(t.subject, t.subjectId),
      index('reports_person').on(t.personId),
      index('reports_other_person').on(t.otherPersonId).where(sql`other_person_id is not null`),
    ],
  );

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
      adminId: memberRef('admin_id'),
      action: str('action').$type<Resolution>().notNull(),
      subject: str('subject').$type<ReportSubject>().notNull(),
      subjectId: id('subject_id').notNull(),
      personId: memberRef('person_id'),
      note: str('note'),
      at: instant('at').notNull(),
    },
    (t) => [index('admin_log_at').on(t.at, t.id)],
  );

  return { blocks, reports, messageOriginals, adminLog };
}
