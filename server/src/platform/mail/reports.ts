import { CONFIRM_REPORT_HOURS, type ReportSubject } from '@selvedge/shared/safety/report-reasons';
import {
  APPEAL_MAIL,
  CONFIRM_REPORT_MAIL,
  DECISION_MAIL,
  RECEIPT_MAIL,
} from '@selvedge/shared/safety/safety-texts';
import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

interface Filed {
  to: string;
  number: string;
  /** What was reported, as text: the profile of marlow. */
  about: string;
}

interface Confirming extends Pick<Filed, 'to' | 'number'> {
  subject: ReportSubject;
  link: string;
}

export function confirmReportMail({ to, number, subject, link }: Confirming): Mail {
  return compose({
    ...{ to, link },
    subject: CONFIRM_REPORT_MAIL.subject(number),
    lead: CONFIRM_REPORT_MAIL.lead(number, subject),
    action: CONFIRM_REPORT_MAIL.action,
    note: CONFIRM_REPORT_MAIL.note,
    lastsMs: CONFIRM_REPORT_HOURS * 3_600_000,
  });
}

export function receiptMail({ to, number, about, publicUrl }: Filed & { publicUrl: string }): Mail {
  return compose({
    to,
    subject: RECEIPT_MAIL.subject(number),
    lead: RECEIPT_MAIL.lead(about),
    details: RECEIPT_MAIL.details,
    action: 'Open the site',
    link: publicUrl,
    note: RECEIPT_MAIL.note,
  });
}

type Decided = Parameters<typeof DECISION_MAIL.reporter>[0] & { to: string; link: string };

export function decisionMail(decided: Decided): Mail {
  return compose({
    ...{ to: decided.to, link: decided.link, action: DECISION_MAIL.action },
    ...DECISION_MAIL.reporter(decided),
  });
}

export function concernedMail(decided: Decided): Mail {
  return compose({
    ...{ to: decided.to, link: decided.link, action: DECISION_MAIL.action },
    ...DECISION_MAIL.person(decided),
  });
}

type Answered = Parameters<typeof APPEAL_MAIL.lead>[0] & { number: string; reason: string };

export function appealAnswerMail({
  to,
  publicUrl,
  ...answer
}: Answered & { to: string; publicUrl: string }): Mail {
  return compose({
    to,
    subject: APPEAL_MAIL.subject(answer.number),
    lead: APPEAL_MAIL.lead(answer),
    details: APPEAL_MAIL.details(answer.reason),
    action: APPEAL_MAIL.action,
    link: publicUrl,
    note: APPEAL_MAIL.note,
  });
}
