import type { AnswerAppeal } from '@selvedge/shared/safety/reports';
import { APPEAL_QUEUE } from '@selvedge/shared/safety/safety-texts';
import { noticeAddressOf } from '../../../identity/public.ts';
import { recordAdminAction } from '../../../members/public.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError, notFound } from '../../../platform/core/errors.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { appealAnswerMail } from '../../../platform/mail/reports.ts';
import { reporterAddress } from '../mail-decision.ts';
import { findReport, openAgain, type ReportState, setRemoved } from '../queries.ts';
import { putBack } from '../removal.ts';
import { numberOf } from '../report-number.ts';
import { withdrawWarning } from '../warnings/queries.ts';
import {
  type AppealRow,
  closeAppeal,
  findOtherAdmin,
  lockAppeal,
  otherSuspensions,
  reportersOf,
} from './queries.ts';

/** Not the person concerned or a reporter; the admin who decided only without another. @throws forbidden */
async function requireOtherAdmin(tx: Tx, actor: Actor, report: ReportState): Promise<void> {
  const { memberId, closedById } = report;
  const reporters = (await reportersOf(tx, report)).flatMap(({ reporterId }) => reporterId ?? []);
  const involved = [memberId, ...reporters];
  const isAlone = async () => (await findOtherAdmin(tx, [...involved, actor.id], new Date())).length === 0;
  if (involved.includes(actor.id) || (actor.id === closedById && !(await isAlone()))) {
    throw new AppError('forbidden', APPEAL_QUEUE.otherAdmin);
  }
}

/** @returns whether something removed was brought back */
async function undo(ctx: Ctx, tx: Tx, report: ReportState): Promise<boolean> {
  const { id: reportId, memberId, subject, subjectId, resolution, suspendedUntil, removed } = report;
  if (resolution === 'warn') await withdrawWarning(tx, reportId, new Date());
  if (resolution === 'suspend' && report.closedAt) {
    const others = await otherSuspensions(tx, { memberId, reportId, closedAt: report.closedAt });
    await ctx.identity.endSuspension(
      tx,
      memberId,
      suspendedUntil,
      others.map(({ until }) => until),
    );
  }
  // Of a report that is open again or was decided again, the removal stays until it is undone here.
  if (subject === 'user' || !removed) return false;
  const isBack = await putBack[subject](ctx, tx, { ...removed, id: subjectId, ownerId: memberId });
  if (!isBack) return false;
  // Otherwise the erasure job would delete photos of the restored listing.
  await setRemoved(tx, reportId, null);
  tx.afterCommit(ctx.media.refreshWithheld);
  return true;
}

const addressOf = (tx: Tx, report: ReportState, { party }: AppealRow) =>
  party === 'person' ? noticeAddressOf(tx, report.memberId) : reporterAddress(tx, report);

/**
 * A reversal for the person concerned undoes the decision; one for the reporter opens the report again.
 * @throws not_found; conflict if it was answered; forbidden for an admin who may not answer it
 */
export async function answerAppeal(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { outcome, reason }: AnswerAppeal,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const [appeal] = await lockAppeal(tx, id);
    const [report] = appeal ? await findReport(tx, appeal.reportId) : [];
    if (!appeal || !report) throw notFound('Appeal not found');
    if (appeal.closedAt) throw new AppError('conflict', APPEAL_QUEUE.closed);
    await requireOtherAdmin(tx, actor, report);
    const { party } = appeal;
    const isReversed = outcome === 'reverse';
    const isRestored = isReversed && party === 'person' && (await undo(ctx, tx, report));
    if (isReversed && party === 'reporter') await openAgain(tx, report.id);
    await closeAppeal(tx, id, { closedAt: new Date(), closedById: actor.id, outcome, reason });
    const { subject, subjectId, memberId } = report;
    const to = await addressOf(tx, report, appeal);
    if (to !== null) {
      const action = report.resolution ?? 'dismiss';
      const answer = { party, outcome, action, subject, isRestored, reason, number: numberOf(report) };
      await ctx.mailer.post(tx, appealAnswerMail({ to, publicUrl: ctx.config.publicUrl, ...answer }));
    }
    await recordAdminAction(tx, {
      adminId: actor.id,
      action: outcome,
      subject,
      subjectId,
      memberId,
      note: reason,
    });
  });
}
