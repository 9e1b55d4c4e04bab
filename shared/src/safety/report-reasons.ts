/** What can be reported and why. Free of dependencies, so that every page may import it. */
export const REPORT_SUBJECTS = ['listing', 'wtb', 'user', 'message', 'vouch'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

export const REPORT_REASONS = ['scam', 'counterfeit', 'prohibited', 'harassment', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The reason of reports that the server files itself: a photo of the listing is another member's, too. */
export const SAME_PHOTO = 'same_photo';
/** Reasons of reports in the admins' queue. */
export const QUEUE_REASONS = [...REPORT_REASONS, SAME_PHOTO] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

export const REASON_TEXTS: Record<QueueReason, string> = {
  scam: 'Scam or fraud',
  counterfeit: 'Counterfeit item',
  prohibited: 'Not allowed here',
  harassment: 'Harassment or hate',
  spam: 'Spam',
  other: 'Something else',
  same_photo: 'Same photo as another listing',
};

/** What an admin can do about a report. */
export const RESOLUTIONS = ['dismiss', 'remove', 'warn', 'suspend'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Who may appeal against a decision: who reported, and the owner of what was reported. */
export const APPEAL_PARTIES = ['reporter', 'person'] as const;
export type AppealParty = (typeof APPEAL_PARTIES)[number];
/** What an admin can answer to an appeal: the decision stays, or is undone. */
export const APPEAL_OUTCOMES = ['uphold', 'reverse'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/**
 * What the log of admin actions records, and about what. `set`: a setting of the instance was changed; `create` and `revoke`:
 * an invitation.
 */
export const LOG_ACTIONS = [...RESOLUTIONS, ...APPEAL_OUTCOMES, 'set', 'create', 'revoke'] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];
export const LOG_SUBJECTS = [...REPORT_SUBJECTS, 'instance', 'invite'] as const;
export type LogSubject = (typeof LOG_SUBJECTS)[number];

/** A member cannot be removed, only suspended. */
export function resolutionsOf(subject: ReportSubject): readonly Resolution[] {
  return subject === 'user' ? ['dismiss', 'warn', 'suspend'] : RESOLUTIONS;
}

/** A text that a message had: as sent, or after an edit. */
export interface MessageVersion {
  state: 'original' | 'edited';
  text: string;
  at: string;
}

export const REPORT_DETAILS_MAX = 1_000;
export const ADMIN_NOTE_MAX = 500;
export const RULE_MAX = 200;

/** What visitors can report without an account: what has a public page. */
export const VISITOR_SUBJECTS = ['listing', 'wtb', 'user'] as const;
export type VisitorSubject = (typeof VISITOR_SUBJECTS)[number];
export const REPORTER_NAME_MAX = 100;
export const EMAIL_MAX = 254;
/** How long a visitor can confirm the address of a report. */
export const CONFIRM_REPORT_HOURS = 48;

export const APPEAL_DAYS = 30;
export const APPEAL_MAX = 1_000;
/** The age from which a report or an appeal is marked as overdue. */
export const OVERDUE_HOURS = 48;
/** Days for which a member can be suspended; without a number, until an admin or the operator restores them. */
export const SUSPENSION_DAYS = [1, 7, 30] as const;
/** Messages before the reported one that are included if the reporter opts in. */
export const MESSAGES_SHOWN = 5;
