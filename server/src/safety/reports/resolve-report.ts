import { resolutionsOf, SAME_PHOTO } from '@selvedge/shared/safety/report-reasons';
import type { ResolveReport } from '@selvedge/shared/safety/reports';
import { DECISION_FORM } from '@selvedge/shared/safety/safety-texts';
import { recordAdminAction } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';
import { mailDecision } from './mail-decision.ts';
import { anonymize } from './own-data-queries.ts';
import { closeReports, findReport, photosOf, type ReportState, setRemoved } from './queries.ts';
import { readContent } from './read-content.ts';
import { takeDown } from './removal.ts';
import { findPhotosOf } from './subject-queries.ts';
import { warnMember } from './warnings/warn-member.ts';

const DAY = 86_400_000;

const alreadyClosed = () => new AppError('conflict', 'This report is already closed.');

const isOrphan = ({ reporterId, visitorEmail, reason }: ReportState): boolean =>
  reporterId === null && visitorEmail === null && reason !== SAME_PHOTO;

/** The owner may have removed the subject first, which is fine. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}

async function withheldOf(
  tx: Tx,
  listingId: string,
  { photos = [], proofPhoto }: RemovedContent,
): Promise<string[]> {
  const [left] = await findPhotosOf(tx, listingId);
  const shown = new Set(left?.photos.map(({ key }) => key));
  return [...photos, ...(proofPhoto ? [proofPhoto] : [])]
    .map(({ key }) => key)
    .filter((key) => !shown.has(key));
}

/** @returns what an appeal can bring back; null for nothing */
async function remove(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  { subject, subjectId }: ReportState,
  note: string,
): Promise<RemovedContent | null> {
  if (subject === 'user') return null;
  const content = await readContent(tx, subject, subjectId);
  const isRemoved = await takeDown[subject](ctx, tx, actor, subjectId, note).then(() => true, ignoreGone);
  if (!isRemoved || !content) return null;
  return content.photos ? { ...content, withheld: await withheldOf(tx, subjectId, content) } : content;
}

const needsReason = () => new AppError('invalid_input', DECISION_FORM.needsReason);

function requireValid(report: ReportState, actor: Actor, { action, note, days }: ResolveReport): void {
  if (report.closedAt) throw alreadyClosed();
  if (report.memberId === actor.id) throw new AppError('forbidden', 'Another admin must decide this.');
  if (!resolutionsOf(report.subject).includes(action)) {
    throw new AppError('invalid_input', 'A member cannot be removed, only suspended.');
  }
  if (days !== null && action !== 'suspend') {
    throw new AppError('invalid_input', 'Only a suspension has a number of days.');
  }
  if (action !== 'dismiss' && note === null) throw needsReason();
}

/**
 * Closes every open report about the same subject, logs the action, and mails the decision with its reason.
 * @throws not_found; conflict when it is closed, or there is no account to suspend; forbidden when it is
 * about the admin; invalid_input for an action that does not fit the subject, or without a needed reason
 */
export async function resolveReport(
  ctx: Ctx,
  actor: Actor,
  id: string,
  decision: ResolveReport,
): Promise<void> {
  const { action, note, rule, days } = decision;
  await ctx.db.transact(async (tx) => {
    const [report] = await findReport(tx, id);
    if (!report) throw notFound('Report not found');
    requireValid(report, actor, decision);
    const { subject, subjectId, memberId } = report;
    const closedAt = new Date();
    const suspendedUntil = days === null ? null : new Date(closedAt.getTime() + days * DAY);
    // The subject is locked before the report, as when filing a report and when deleting its owner's account.
    const removed = action === 'remove' ? await remove(ctx, tx, actor, report, note ?? '') : null;
    if (action === 'suspend' && !(await ctx.identity.suspend(tx, memberId, suspendedUntil))) {
      throw new AppError('conflict', 'This member has no account to sign in with.');
    }
    const closed = await closeReports(tx, report, {
      ...{ closedAt, closedById: actor.id, resolution: action },
      ...{ note, rule, suspendedUntil },
    });
    const decided = closed.find((one) => one.id === id);
    // Another admin, or an account deletion, came first: the executed action is rolled back.
    if (!decided) throw alreadyClosed();
    const hasReporter = closed.some((one) => one.reporterId ?? one.visitorEmail);
    if (hasReporter && note === null) throw needsReason();
    if (removed) await setRemoved(tx, id, removed);
    if (removed?.withheld?.length) tx.afterCommit(ctx.media.refreshWithheld);
    if (action === 'warn') await warnMember(ctx, tx, { memberId, reportId: id, reason: note ?? '', rule });
    await mailDecision(ctx, tx, decided, closed);
    // What members wrote who have deleted their account was kept for this decision.
    for (const one of closed) if (isOrphan(one)) await anonymize(tx, one);
    // Photos released meanwhile were stored only for the report.
    await tx.emit('photos released', { keys: photosOf(closed) });
    await recordAdminAction(tx, { adminId: actor.id, action, subject, subjectId, memberId, note });
  });
}
