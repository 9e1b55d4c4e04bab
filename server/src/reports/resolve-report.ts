import { type ReportSubject, type Resolution, resolutionsOf } from '@selvedge/shared/report-reasons';
import type { ResolveReport } from '@selvedge/shared/reports';
import { recordAdminAction } from '../admin-log/record-admin-action.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import { closeReports, findReport, photosOf, type ReportState } from './queries.ts';

export interface Reporting {
  db: Database;
  /** How each kind of thing is removed for good. These throw not_found when it is gone. */
  takeDown: Record<Exclude<ReportSubject, 'user'>, (tx: Tx, actor: Actor, id: string) => Promise<unknown>>;
  /** Makes the URLs by which an admin sees the photo of a message. */
  images: Pick<ChatImages, 'urlFor'>;
  /** Removes those of these photos that nothing uses any more. */
  discardPhotos(keys: string[]): Promise<void>;
  /** Suspends a person. @returns whether they have an account here. */
  suspend(tx: Tx, userId: string): Promise<boolean>;
}

const alreadyClosed = () => new AppError('conflict', 'This report is already closed.');

/** The owner may have removed the thing first, which is fine. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

async function carryOut(
  { takeDown, suspend }: Reporting,
  tx: Tx,
  actor: Actor,
  { subject, subjectId, personId }: ReportState,
  action: Resolution,
): Promise<void> {
  if (action === 'remove' && subject !== 'user') {
    await takeDown[subject](tx, actor, subjectId).catch(ignoreGone);
  }
  if (action === 'suspend' && !(await suspend(tx, personId))) {
    throw new AppError('conflict', 'This member has no account that could sign in.');
  }
}

/**
 * Carries out an admin's decision about a report, closes every open report of the same thing, and logs the action.
 * @throws not_found; conflict when it is closed, or nobody can be suspended; forbidden when it is about the admin;
 * invalid_input for what cannot be done with such a thing.
 */
export async function resolveReport(
  reporting: Reporting,
  actor: Actor,
  id: string,
  { action, note }: ResolveReport,
): Promise<void> {
  await reporting.db.transact(async (tx) => {
    const [report] = await findReport(tx, id);
    if (!report) throw notFound('Report not found');
    if (report.closedAt) throw alreadyClosed();
    if (report.personId === actor.id) throw new AppError('forbidden', 'Another admin has to decide this.');
    if (!resolutionsOf(report.subject).includes(action)) {
      throw new AppError('invalid_input', 'A person cannot be removed, only suspended.');
    }
    // What was reported is locked before the report, as by whoever reports it and by its owner's account deletion.
    await carryOut(reporting, tx, actor, report, action);
    const closed = await closeReports(tx, report, {
      closedAt: new Date(),
      closedById: actor.id,
      resolution: action,
      note,
    });
    // Another admin, or the deletion of an account, came first: what was carried out is rolled back.
    if (!closed.some((one) => one.id === id)) throw alreadyClosed();
    // Photos that were released meanwhile were kept only for the report.
    tx.afterCommit(() => reporting.discardPhotos(photosOf(closed)));
    const { subject, subjectId, personId } = report;
    await recordAdminAction(tx, { adminId: actor.id, action, subject, subjectId, personId, note });
  });
}
