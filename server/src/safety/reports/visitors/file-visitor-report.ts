import { CONFIRM_REPORT_HOURS } from '@selvedge/shared/safety/report-reasons';
import type { NewVisitorReport } from '@selvedge/shared/safety/reports';
import { aboutText } from '@selvedge/shared/safety/safety-texts';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { confirmReportMail, receiptMail } from '../../../platform/mail/reports.ts';
import { findSubject } from '../find-subject.ts';
import { linksOf } from '../links.ts';
import { insertReport } from '../queries.ts';
import { newReportNumber } from '../report-number.ts';
import {
  findOpenVisitorReport,
  findPending,
  insertPending,
  type PendingReport,
  takePending,
} from './queries.ts';

/** From then on, a pending report can still be confirmed. */
export function pendingSince(now: number): Date {
  return new Date(now - CONFIRM_REPORT_HOURS * 3_600_000);
}

/** Mails the link that confirms the address; then admins see it. @returns its number @throws not_found */
export async function fileVisitorReport(
  ctx: Ctx,
  { id: subjectId, ...input }: NewVisitorReport,
): Promise<string> {
  const number = newReportNumber();
  const id = uuidv7();
  await ctx.db.transact(async (tx) => {
    await findSubject(tx, null, { ...input, id: subjectId });
    await insertPending(tx, { ...input, id, number, subjectId, createdAt: new Date() });
    const { email: to, subject } = input;
    await ctx.mailer.post(tx, confirmReportMail({ to, number, subject, link: linksOf(ctx).confirm(id) }));
  });
  return number;
}

/** A pending report; undefined if it was confirmed, or its time is over. */
export function readPending({ db }: Pick<Ctx, 'db'>, id: string): Promise<PendingReport | undefined> {
  return db.read(async (conn) => (await findPending(conn, id, pendingSince(Date.now())))[0]);
}

async function insertConfirmed(tx: Tx, pending: PendingReport): Promise<{ number: string; title: string }> {
  const { subject, subjectId, email, name, number, reason, details } = pending;
  const { memberId, evidence, photoKey } = await findSubject(tx, null, { subject, id: subjectId });
  const [open] = await findOpenVisitorReport(tx, pending);
  if (open?.number) return { number: open.number, title: evidence.title };
  await insertReport(tx, {
    ...{ id: uuidv4(), number, reporterId: null, visitorEmail: email, visitorName: name },
    ...{ subject, subjectId, memberId, reason, details, evidence, photoKey },
    createdAt: new Date(),
  });
  return { number, title: evidence.title };
}

/**
 * Puts a pending report into the admins' queue, with the subject's current state, and mails the receipt.
 * A repeat while a report from that address is open adds none.
 * @returns `gone` if there is nothing to report any more; `invalid` if it was confirmed or has expired
 */
export async function confirmVisitorReport(
  { db, mailer, config: { publicUrl } }: Ctx,
  id: string,
): Promise<{ number: string } | 'gone' | 'invalid'> {
  return db.transact(async (tx) => {
    const [pending] = await takePending(tx, id, pendingSince(Date.now()));
    if (!pending) return 'invalid';
    const confirmed = await insertConfirmed(tx, pending).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
    if (!confirmed) return 'gone';
    const about = aboutText(pending.subject, confirmed.title);
    await mailer.post(tx, receiptMail({ to: pending.email, number: confirmed.number, about, publicUrl }));
    return { number: confirmed.number };
  });
}
