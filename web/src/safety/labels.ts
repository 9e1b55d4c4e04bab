import type { ReportSubject, Resolution } from '@selvedge/shared/report-reasons';
import { SUBJECT_NAMES } from '@selvedge/shared/safety-texts';
import type { Person } from '@selvedge/shared/users';

export const SUBJECTS = SUBJECT_NAMES;

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
