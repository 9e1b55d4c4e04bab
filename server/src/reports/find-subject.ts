import { ORIGINALS_DAYS } from '@selvedge/shared/limits';
import { MESSAGES_SHOWN, type MessageVersion } from '@selvedge/shared/report-reasons';
import type { NewReport } from '@selvedge/shared/reports';
import { notFound } from '../core/errors.ts';
import type { Conn } from '../db/database.ts';
import type { Evidence } from '../db/safety-tables.ts';
import { isHidden } from '../members/find-block.ts';
import { requireMember } from '../members/find-member.ts';
import {
  findWantedToReport,
  lockListingToReport,
  lockMessageToReport,
  messagesBefore,
  type OriginalRow,
  originalsSince,
  type ReportedMessage,
} from './queries.ts';

const DAY = 86_400_000;

interface Subject {
  /** The owner of what is reported. */
  personId: string;
  evidence: Evidence;
  photoKey: string | null;
}

const NO_EVIDENCE: Evidence = { title: '', text: null, before: [] };

/** Every text that a changed message had, oldest first; an unsent message has no current text. */
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

type Finder = (conn: Conn, reporterId: string, report: NewReport) => Promise<Subject | undefined>;

const FINDERS: Record<NewReport['subject'], Finder> = {
  async listing(conn, _, { id }) {
    const [listing] = await lockListingToReport(conn, id);
    if (!listing) return undefined;
    const { personId, title, text, photos } = listing;
    return { personId, evidence: { ...NO_EVIDENCE, title, text }, photoKey: photos[0]?.key ?? null };
  },
  async wtb(conn, _, { id }) {
    const [wanted] = await findWantedToReport(conn, id);
    return (
      wanted && {
        personId: wanted.personId,
        evidence: { ...NO_EVIDENCE, title: wanted.title, text: wanted.text },
        photoKey: null,
      }
    );
  },
  async user(conn, _, { id }) {
    const { username } = await requireMember(conn, id);
    return { personId: id, evidence: { ...NO_EVIDENCE, title: username }, photoKey: null };
  },
  async message(conn, reporterId, { id, showBefore }) {
    const [message] = await lockMessageToReport(conn, id, reporterId);
    if (!message) return undefined;
    const originals = await originalsSince(conn, id, new Date(Date.now() - ORIGINALS_DAYS * DAY));
    const last = originals.at(-1);
    const { personId, image, conversationId, seq, unsentAt } = message;
    if (unsentAt && !last) return undefined;
    const before = showBefore ? await messagesBefore(conn, conversationId, seq, MESSAGES_SHOWN) : [];
    return {
      personId,
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
 * The current content of what a report is about. Listings and messages are locked until the transaction ends:
 * a report that races a removal either comes first or finds nothing.
 * @throws not_found when it does not exist, or the reporter cannot see it.
 */
export async function findSubject(
  conn: Conn,
  reporter: { id: string; isAdmin: boolean },
  report: NewReport,
): Promise<Subject> {
  const subject = await FINDERS[report.subject](conn, reporter.id, report);
  if (!subject) throw notFound('There is nothing to report.');
  // A block hides only listed items from the reporter: members and messages can still be reported.
  const isListed = report.subject === 'listing' || report.subject === 'wtb';
  if (isListed && (await isHidden(conn, reporter, subject.personId))) {
    throw notFound('There is nothing to report.');
  }
  return subject;
}
