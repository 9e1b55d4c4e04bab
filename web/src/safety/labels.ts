import type { ReportSubject, Resolution } from '@selvedge/shared/report-reasons';
import type { Person } from '@selvedge/shared/users';

export const SUBJECTS: Record<ReportSubject, string> = {
  listing: 'listing',
  wtb: 'WTB',
  user: 'profile',
  message: 'message',
  vouch: 'vouch',
};

export const DONE: Record<Resolution, string> = {
  dismiss: 'Dismissed',
  remove: 'Removed',
  suspend: 'Suspended',
};

/** The path of a reported item or profile; null for messages, which admins cannot open. */
export function subjectPath(subject: ReportSubject, id: string, person: Person): string | null {
  if (subject === 'listing') return `/listing/${id}`;
  if (subject === 'wtb') return `/wtb/${id}`;
  return subject === 'user' && !person.isDeleted ? `/profile/${person.username}` : null;
}
