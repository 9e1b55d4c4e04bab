import type { NewReport } from '@selvedge/shared/safety/reports';
import { aboutText } from '@selvedge/shared/safety/safety-texts';
import { v4 as uuidv4 } from 'uuid';
import { noticeAddressOf } from '../../identity/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import { receiptMail } from '../../platform/mail/reports.ts';
import { findSubject } from './find-subject.ts';
import { findOpenReport, insertReport, type ReportState } from './queries.ts';
import { newReportNumber } from './report-number.ts';

/**
 * Reports a subject to the admins, with a copy of its current content, and mails the reporter a receipt. A repeat while
 * that report is open returns the first.
 * @throws not_found; invalid_input for the reporter's own content.
 */
export async function fileReport(
  { db, mailer, config: { publicUrl } }: Ctx,
  reporter: Pick<Actor, 'id' | 'isAdmin'>,
  input: NewReport,
): Promise<{ report: ReportState; isNew: boolean }> {
  return db.transact(async (tx) => {
    const { memberId, evidence, photoKey } = await findSubject(tx, reporter, input);
    if (memberId === reporter.id) throw new AppError('invalid_input', 'You cannot report your own content');
    const { subject, id: subjectId, reason, details } = input;
    const key = { reporterId: reporter.id, subject, subjectId };
    const number = newReportNumber();
    const row = {
      ...key,
      // It is in a link mailed to the person concerned, to whom the time of the report might reveal the reporter.
      id: uuidv4(),
      number,
      memberId,
      reason,
      details,
      evidence,
      photoKey,
      createdAt: new Date(),
    };
    const [inserted] = await insertReport(tx, row);
    if (inserted) {
      const to = await noticeAddressOf(tx, reporter.id);
      const about = aboutText(subject, evidence.title);
      if (to !== null) await mailer.post(tx, receiptMail({ to, number, about, publicUrl }));
      return { report: inserted, isNew: true };
    }
    const [first] = await findOpenReport(tx, key);
    // An admin has just closed it, which can happen in between on PostgreSQL.
    if (!first) throw new AppError('conflict', 'An admin has just closed this report. Please try again.');
    return { report: first, isNew: false };
  });
}
