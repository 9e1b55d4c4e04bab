import type { Person } from '@selvedge/shared/members/users';
import type { ReportSubject, Resolution } from '@selvedge/shared/safety/report-reasons';
import type { Report } from '@selvedge/shared/safety/reports';

const REMOVALS: Record<ReportSubject, string> = {
  listing: 'Remove Listing',
  wtb: 'Remove WTB',
  user: 'Remove Profile',
  message: 'Remove Message',
  vouch: 'Remove Vouch',
};

/** The label of a decision on a report. */
export function actionLabel(
  action: Resolution,
  { subject, person }: Pick<Report, 'subject' | 'person'>,
): string {
  const labels: Record<Resolution, string> = {
    dismiss: 'Dismiss',
    remove: REMOVALS[subject],
    warn: `Warn ${person.username}`,
    suspend: `Suspend ${person.username}`,
  };
  return labels[action];
}

export const DONE: Record<Resolution, string> = {
  dismiss: 'Dismissed',
  remove: 'Removed',
  warn: 'Warned',
  suspend: 'Suspended',
};

/** The path of a reported item or profile; null for messages, which admins cannot open. */
export function subjectPath(subject: ReportSubject, id: string, person: Person): string | null {
  if (subject === 'listing') return `/listing/${id}`;
  if (subject === 'wtb') return `/wtb/${id}`;
  return subject === 'user' && !person.isDeleted ? `/profile/${person.username}` : null;
}
