import { SAME_PHOTO } from '@selvedge/shared/safety/report-reasons';
import { aboutText, DECISION_MAIL, outcomeText } from '@selvedge/shared/safety/safety-texts';
import { noticeAddressOf } from '../../identity/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { concernedMail, decisionMail } from '../../platform/mail/reports.ts';
import { linksOf } from './links.ts';
import type { ReportState } from './queries.ts';
import { numberOf } from './report-number.ts';

/** Who reported it gets mail there; null for a report by the server, or without an address. */
export function reporterAddress(tx: Tx, { reporterId, visitorEmail }: ReportState): Promise<string | null> {
  return reporterId === null ? Promise.resolve(visitorEmail) : noticeAddressOf(tx, reporterId);
}

const decisionOf = (report: ReportState, closedAt: Date) => ({
  number: numberOf(report),
  about: aboutText(report.subject, report.evidence.title),
  subject: report.subject,
  action: report.resolution ?? 'dismiss',
  until: report.suspendedUntil,
  reason: report.note,
  rule: report.rule,
  isFoundByServer: report.reason === SAME_PHOTO,
  closedAt,
});

/** Adds to a member's updates that they can appeal. */
function notifyOfDecision(
  tx: Tx,
  kind: 'decision' | 'warning',
  userId: string,
  { text, link }: { text: string; link: string },
): Promise<void> {
  const { pathname, search } = new URL(link);
  return tx.emit('member notified', { userId, kind, data: { text, path: pathname + search } });
}

/**
 * Mails a decision with its reason: to everyone whose report it closes, and to the person concerned, unless nothing was
 * done. Neither mail says who reported.
 * @param decided the report that the admin decided, one of `closed`
 */
export async function mailDecision(
  ctx: Ctx,
  tx: Tx,
  decided: ReportState,
  closed: ReportState[],
): Promise<void> {
  const { mailer } = ctx;
  const links = linksOf(ctx);
  const closedAt = decided.closedAt ?? new Date();
  for (const report of closed) {
    const to = await reporterAddress(tx, report);
    const link = links.appeal('reporter', report.id);
    const decision = decisionOf(report, closedAt);
    if (to !== null) await mailer.post(tx, decisionMail({ to, link, ...decision }));
    if (report.reporterId !== null) {
      const { subject } = DECISION_MAIL.reporter(decision);
      const text = `${subject}: ${outcomeText(decision)}`;
      await notifyOfDecision(tx, 'decision', report.reporterId, { text, link });
    }
  }
  if (decided.resolution === 'dismiss') return;
  const to = await noticeAddressOf(tx, decided.memberId);
  const link = links.appeal('person', decided.id);
  const decision = decisionOf(decided, closedAt);
  if (to !== null) await mailer.post(tx, concernedMail({ to, link, ...decision }));
  const { subject: text } = DECISION_MAIL.person(decision);
  const kind = decided.resolution === 'warn' ? 'warning' : 'decision';
  await notifyOfDecision(tx, kind, decided.memberId, { text, link });
}
