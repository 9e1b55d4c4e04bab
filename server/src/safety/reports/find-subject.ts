import { RATING_LABELS } from '@selvedge/shared/deals/ratings';
import { ORIGINALS_DAYS } from '@selvedge/shared/platform/limits';
import { MESSAGES_SHOWN, type MessageVersion } from '@selvedge/shared/safety/report-reasons';
import type { NewReport } from '@selvedge/shared/safety/reports';
import { isHidden, lockUser, type Viewer } from '../../members/public.ts';

import { notFound } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import {
  findWantedToReport,
  lockListingToReport,
  lockMessageToReport,
  lockVouchToReport,
  messagesBefore,
  type OriginalRow,
  originalsSince,
  type ReportedMessage,
} from './subject-queries.ts';
import type { Evidence } from './tables.ts';

const DAY = 86_400_000;

interface Subject {
  memberId: string;
  evidence: Evidence;
  photoKey: string | null;
}

const NO_EVIDENCE: Evidence = { title: '', text: null, before: [] };

const withPhotos = (evidence: Evidence, photoKeys: string[]): Omit<Subject, 'memberId'> => ({
  evidence: { ...evidence, photoKeys },
  photoKey: photoKeys[0] ?? null,
});

/** Every text that a changed message had, oldest first; an unsent message has no text now. */
function versionsOf(message: ReportedMessage, originals: OriginalRow[]): MessageVersion[] {
  if (originals.length === 0) return [];
  const { text, createdAt, editedAt, unsentAt } = message;
  const earlier = originals.map(({ content, writtenAt }) => ({ text: content, at: writtenAt }));
  const all = unsentAt ? earlier : [...earlier, { text, at: editedAt ?? createdAt }];
  return all.map((version) => ({
    state: version.at.getTime() === createdAt.getTime() ? 'original' : 'edited',
    text: version.text,
    at: version.at.toISOString(),
  }));
}

export async function describeListing(conn: Conn, id: string): Promise<Subject | undefined> {
  const [listing] = await lockListingToReport(conn, id);
  if (!listing) return undefined;
  const { memberId, photos, proofPhoto, ...shown } = listing;
  const keys = [...photos, ...(proofPhoto ? [proofPhoto] : [])].map(({ key }) => key);
  return { memberId, ...withPhotos({ ...NO_EVIDENCE, ...shown }, keys) };
}

type Reported = Pick<NewReport, 'subject' | 'id' | 'showBefore'>;

type Finder = (conn: Conn, reporterId: string | null, report: Reported) => Promise<Subject | undefined>;

const FINDERS: Record<NewReport['subject'], Finder> = {
  listing: (conn, _, { id }) => describeListing(conn, id),
  async wtb(conn, _, { id }) {
    const [wanted] = await findWantedToReport(conn, id);
    if (!wanted) return undefined;
    const { memberId, ...shown } = wanted;
    return { memberId, evidence: { ...NO_EVIDENCE, ...shown }, photoKey: null };
  },
  async user(conn, _, { id }) {
    const user = await lockUser(conn, id);
    if (!user) return undefined;
    const keys = user.profileImageKey === null ? [] : [user.profileImageKey];
    return { memberId: id, ...withPhotos({ ...NO_EVIDENCE, title: user.username }, keys) };
  },
  async vouch(conn, _, { id }) {
    const [vouch] = await lockVouchToReport(conn, id, new Date());
    if (!vouch) return undefined;
    const { memberId, rating, title, text } = vouch;
    const evidence = { ...NO_EVIDENCE, title: `${RATING_LABELS[rating]} · ${title}`, text };
    return { memberId, evidence, photoKey: null };
  },
  async message(conn, reporterId, { id, showBefore }) {
    if (reporterId === null) return undefined;
    const [message] = await lockMessageToReport(conn, id, reporterId);
    if (!message) return undefined;
    const originals = await originalsSince(conn, id, new Date(Date.now() - ORIGINALS_DAYS * DAY));
    const last = originals.at(-1);
    const { memberId, image, conversationId, seq, unsentAt } = message;
    if (unsentAt && !last) return undefined;
    const before = showBefore ? await messagesBefore(conn, conversationId, seq, MESSAGES_SHOWN) : [];
    return {
      memberId,
      evidence: {
        ...NO_EVIDENCE,
        text: unsentAt && last ? last.content : message.text,
        versions: versionsOf(message, originals),
        unsentAt: unsentAt?.toISOString() ?? null,
        before: before
          .map((one) => ({ isReporters: one.senderId === reporterId, text: one.image ? 'Photo' : one.text }))
          .reverse(),
      },
      photoKey: image?.key ?? last?.photoKey ?? null,
    };
  },
};

/**
 * Locks listings, members and messages: a report either precedes a concurrent removal or finds nothing.
 * @throws not_found when the subject does not exist, or the reporter (null: a visitor) cannot see it
 */
export async function findSubject(conn: Conn, reporter: Viewer, report: Reported): Promise<Subject> {
  const subject = await FINDERS[report.subject](conn, reporter?.id ?? null, report);
  if (!subject) throw notFound('There is nothing to report.');
  // A block hides only listed items from the reporter: members, messages and vouches can still be reported.
  const isListed = report.subject === 'listing' || report.subject === 'wtb';
  if (isListed && (await isHidden(conn, reporter, subject.memberId))) {
    throw notFound('There is nothing to report.');
  }
  return subject;
}
