import { type ReportSubject, resolutionsOf } from '@selvedge/shared/report-reasons';
import type { ResolveReport } from '@selvedge/shared/reports';
import { recordAdminAction } from '../admin-log/record-admin-action.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import { closeReports, findReport, photosOf, type ReportState } from './queries.ts';

export interface ReportParts {
  db: Database;
  /**
   * Removes a subject permanently, by kind. Each throws not_found when the subject no longer exists. The note is empty only
   * if the subject needs no reason.
   */
  takeDown: Record<
    Exclude<ReportSubject, 'user'>,
    (tx: Tx, actor: Actor, id: string, note: string) => Promise<unknown>
  >;
  /** Creates the URLs with which an admin views a message's photo. */
  images: Pick<ChatImages, 'urlFor'>;
  /** Removes the given photos that are no longer used. */
  discardPhotos(keys: string[]): Promise<void>;
  /** Suspends a member. @returns whether they have an account here. */
  suspend(tx: Tx, userId: string): Promise<boolean>;
}

const alreadyClosed = () => new AppError('conflict', 'This report is already closed.');

/** The owner may have removed the subject first, which is fine. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

async function execute(
  { takeDown, suspend }: ReportParts,
  tx: Tx,
  actor: Actor,
  { subject, subjectId, personId }: ReportState,
  { action, note }: ResolveReport,
): Promise<void> {
  if (action === 'remove' && subject !== 'user') {
    if (subject === 'vouch' && note === null) {
      throw new AppError(
        'invalid_input',
        'Write a note with the reason: the writer of the vouch will read it.',
      );
    }
    await takeDown[subject](tx, actor, subjectId, note ?? '').catch(ignoreGone);
  }
  if (action === 'suspend' && !(await suspend(tx, personId))) {
    throw new AppError('conflict', 'This member has no account to sign in with.');
  }
}

/**
 * Executes an admin's decision on a report, closes every open report about the same subject, and logs the
 * action.
 * @throws not_found; conflict when it is closed, or there is no account to suspend; forbidden when it is
 * about the admin; invalid_input for an action that does not apply to the subject, or needs a note.
 */
export async function resolveReport(
  reporting: ReportParts,
  actor: Actor,
  id: string,
  { action, note }: ResolveReport,
): Promise<void> {
  await reporting.db.transact(async (tx) => {
    const [report] = await findReport(tx, id);
    if (!report) throw notFound('Report not found');
    if (report.closedAt) throw alreadyClosed();
    if (report.personId === actor.id) throw new AppError('forbidden', 'Another admin must decide this.');
    if (!resolutionsOf(report.subject).includes(action)) {
      throw new AppError('invalid_input', 'A member cannot be removed, only suspended.');
    }
    // The subject is locked before the report, as when filing a report and when deleting its owner's account.
    await execute(reporting, tx, actor, report, { action, note });
    const closed = await closeReports(tx, report, {
      closedAt: new Date(),
      closedById: actor.id,
      resolution: action,
      note,
    });
    // Another admin, or an account deletion, came first: the executed action is rolled back.
    if (!closed.some((one) => one.id === id)) throw alreadyClosed();
    // Photos released meanwhile were stored only for the report.
    tx.afterCommit(() => reporting.discardPhotos(photosOf(closed)));
    const { subject, subjectId, personId } = report;
    await recordAdminAction(tx, { adminId: actor.id, action, subject, subjectId, personId, note });
  });
}
