import { SAME_PHOTO } from '@selvedge/shared/safety/report-reasons';
import { aboutText } from '@selvedge/shared/safety/safety-texts';
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
    if (to !== null) await mailer.post(tx, decisionMail({ to, link, ...decisionOf(report, closedAt) }));
  }
  if (decided.resolution === 'dismiss') return;
  const to = await noticeAddressOf(tx, decided.personId);
  const link = links.appeal('person', decided.id);
  if (to !== null) await mailer.post(tx, concernedMail({ to, link, ...decisionOf(decided, closedAt) }));
}
