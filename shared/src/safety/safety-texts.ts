import {
  APPEAL_DAYS,
  type AppealOutcome,
  type AppealParty,
  CONFIRM_REPORT_HOURS,
  OVERDUE_HOURS,
  type ReportSubject,
  type Resolution,
} from './report-reasons.ts';

// Every text about reports, decisions, appeals, warnings, suspensions for a time, and business sellers: hosts read these
// with a lawyer, and find them in one place.

export const INVALID_EMAIL = 'Enter a valid e-mail address';

/** What is reported, after "the" or "your". */
export const SUBJECT_NAMES: Record<ReportSubject, string> = {
  listing: 'listing',
  wtb: 'WTB',
  user: 'profile',
  message: 'message',
  vouch: 'vouch',
};

/** The day and time at which a suspension or a deadline ends, the same for readers in every time zone. */
export function formatEnd(at: Date): string {
  return `${at.toLocaleString('en-US', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} UTC`;
}

const formatDay = (at: Date): string =>
  at.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** The refusal of a sign-in while suspended. @param until null without an end */
export function suspendedText(until: Date | null): string {
  return until === null ? 'User is banned' : `User is banned until ${formatEnd(until)}`;
}

/** The form for a report without an account. */
export const VISITOR_REPORT = {
  links: { listing: 'Report this listing', wtb: 'Report this WTB', user: 'Report this person' },
  email: 'Your e-mail',
  emailHelp: 'We mail you a link to confirm it, and later the decision. Nobody but the admins sees it.',
  name: 'Your name',
  submit: ['Send Report', 'Sending...'],
  failed: 'The report could not be sent. Please try again.',
  sentTitle: 'One more step',
  sent: (number: string, email: string) =>
    `Your report has the number ${number}. We mailed a link to ${email}: open it within ${CONFIRM_REPORT_HOURS} hours to send the report to the admins.`,
  done: 'Done',
} as const;

export const VISITOR_REFUSALS = {
  origin: 'Reports are not taken from the pages of other sites.',
  gone: 'There is nothing to report.',
} as const;

/** The pages of the mailed links. */
export const CONFIRM_PAGE = {
  title: (number: string) => `Send report ${number}?`,
  lead: 'This confirms your e-mail and sends your report to the admins. They are the only ones who see who reported.',
  button: 'Send Report',
  doneTitle: (number: string) => `Report ${number} is sent`,
  done: 'An admin will review it. You get the decision by mail, with its reason.',
  goneTitle: 'There is nothing to report any more',
  gone: 'What you reported has been removed in the meantime.',
  invalidTitle: 'This link does not work',
  invalid: `It is incomplete, or was already used, or is older than ${CONFIRM_REPORT_HOURS} hours. You can report again on the page of the item or profile.`,
} as const;

export const CONFIRM_REPORT_MAIL = {
  subject: (number: string) => `Confirm your report ${number}`,
  // Without a title or a name: anyone can have this mail sent to anyone, and would choose its words.
  lead: (number: string, subject: ReportSubject) =>
    `Someone, probably you, reported a ${SUBJECT_NAMES[subject]} with this address. The report has the number ${number}. It reaches the admins once you confirm it.`,
  action: 'Confirm my report',
  note: `The link works for ${CONFIRM_REPORT_HOURS} hours. If this was not you, ignore this e-mail: without the link, the report is deleted.`,
} as const;

export const RECEIPT_MAIL = {
  subject: (number: string) => `Your report ${number}`,
  lead: (about: string) => `Thank you for your report of ${about}. An admin will review it.`,
  details: [
    'You get the decision by mail, with its reason. No decision is made by a machine.',
    'Whoever posted it is not notified that you reported it.',
  ],
  note: 'Quote the number if you write to us about it.',
} as const;

/** What was reported, as mails name it. */
export function aboutText(subject: ReportSubject, title: string): string {
  if (subject === 'message') return 'a message';
  return subject === 'user' ? `the profile of ${title}` : `the ${SUBJECT_NAMES[subject]} “${title}”`;
}

const suspendedFor = (until: Date | null): string =>
  until === null ? 'until it is lifted' : `until ${formatEnd(until)}`;

interface Decision {
  subject: ReportSubject;
  action: Resolution;
  until: Date | null;
}

/** What an admin decided, as the reporter reads it. */
export function outcomeText({ subject, action }: Omit<Decision, 'until'>): string {
  const texts: Record<Resolution, string> = {
    dismiss: 'No action was taken.',
    remove: `The ${SUBJECT_NAMES[subject]} was removed.`,
    warn: 'The member was warned.',
    suspend: 'The member was suspended.',
  };
  return texts[action];
}

/** The same, as the person concerned reads it. */
export function ownOutcomeText({ subject, action, until }: Decision): string {
  const texts: Record<Resolution, string> = {
    dismiss: 'No action was taken.',
    remove: `Your ${SUBJECT_NAMES[subject]} was removed.`,
    warn: 'You got a warning.',
    suspend: `Your account is suspended ${suspendedFor(until)}: you cannot sign in, and your listings and WTBs are hidden.`,
  };
  return texts[action];
}

const OWN_SUBJECTS: Record<Resolution, (subject: ReportSubject) => string> = {
  dismiss: () => 'A decision about you',
  remove: (subject) => `Your ${SUBJECT_NAMES[subject]} was removed`,
  warn: () => 'You got a warning',
  suspend: () => 'Your account is suspended',
};

interface Reasons {
  reason: string | null;
  rule: string | null;
  /** Whether the server found it by comparing photos. */
  isFoundByServer: boolean;
}

/** The paragraphs below the outcome of a decision. */
const reasonTexts = ({ reason, rule, isFoundByServer }: Reasons): string[] => [
  ...(reason === null ? [] : [`Reason: ${reason}`]),
  ...(rule === null ? [] : [`Rule or law: ${rule}`]),
  isFoundByServer
    ? 'The server found it by comparing photos. A person, not a machine, made the decision.'
    : 'No automated means were used: a person reported it, and a person made the decision.',
];

/** The last day on which a decision can be appealed. */
export function appealEnd(closedAt: Date): Date {
  return new Date(closedAt.getTime() + APPEAL_DAYS * 86_400_000);
}

const appealNote = (closedAt: Date): string =>
  `You can appeal once, until ${formatDay(appealEnd(closedAt))}. Where there is another admin, the one who decided does not answer it. You may also go to court, or to an out-of-court body where the law gives you one.`;

export const DECISION_MAIL = {
  reporter: (d: Decision & Reasons & { number: string; about: string; closedAt: Date }) => ({
    subject: `Decision on your report ${d.number}`,
    lead: `An admin has decided on your report of ${d.about}. ${outcomeText(d)}`,
    details: reasonTexts(d),
    note: appealNote(d.closedAt),
  }),
  person: (d: Decision & Reasons & { number: string; about: string; closedAt: Date }) => ({
    subject: OWN_SUBJECTS[d.action](d.subject),
    lead: `An admin has decided on a report (${d.number}) of ${d.about}. ${ownOutcomeText(d)}`,
    details: reasonTexts(d),
    note: appealNote(d.closedAt),
  }),
  action: 'Appeal',
} as const;

export const APPEAL_PAGE = {
  title: (number: string) => `Appeal against the decision on ${number}`,
  label: 'Why is the decision wrong?',
  help: 'Up to 1,000 characters. You can appeal once.',
  button: 'Send Appeal',
  empty: 'Write why the decision is wrong.',
  tooLong: 'An appeal can be up to 1,000 characters.',
  doneTitle: 'Your appeal is sent',
  done: 'An admin will answer it by mail.',
  twiceTitle: 'You have already appealed',
  twice: 'Each side can appeal once. The answer comes, or came, by mail.',
  lateTitle: 'It is too late to appeal',
  late: (closedAt: Date) => `An appeal was possible until ${formatDay(appealEnd(closedAt))}.`,
  invalidTitle: 'This link does not work',
  invalid: 'It is incomplete, or the decision no longer exists. Copy the whole link from the e-mail.',
} as const;

interface Answer {
  party: AppealParty;
  outcome: AppealOutcome;
  action: Resolution;
  subject: ReportSubject;
  /** Whether a removal was undone. */
  isRestored: boolean;
}

function reversalText({ party, action, subject, isRestored }: Answer): string {
  if (party === 'reporter') return 'The report is open again, and gets a new decision.';
  const name = SUBJECT_NAMES[subject];
  const undone = {
    warn: 'The warning is withdrawn.',
    suspend: 'This suspension is lifted.',
    remove: isRestored ? '' : `The ${name} could not be restored, because it no longer exists.`,
    dismiss: '',
  };
  return [undone[action], isRestored ? `Your ${name} is back.` : ''].filter(Boolean).join(' ');
}

export const APPEAL_MAIL = {
  subject: (number: string) => `Answer to your appeal on ${number}`,
  lead: (answer: Answer) =>
    answer.outcome === 'uphold'
      ? 'An admin has reviewed the decision. It stays.'
      : `An admin has reversed the decision. ${reversalText(answer)}`.trim(),
  details: (reason: string) => [`Reason: ${reason}`, 'No automated means were used: a person answered it.'],
  action: 'Open the site',
  note: 'There is no second appeal here. You may also go to court, or to an out-of-court body where the law gives you one.',
} as const;

/** The notice that a member confirms once. */
export const WARNING_NOTICE = {
  title: 'You got a warning from an admin',
  about: (what: string) => `It is about ${what}.`,
  lead: 'Please read why. How to appeal is in the e-mail we sent you.',
  rule: 'Rule or law',
  button: 'I have read it',
  failed: 'That could not be saved. Please try again.',
} as const;

/** The admins' dialog for a decision. */
export const DECISION_FORM = {
  reason: 'Reason',
  reasonHelp:
    'Mailed to who reported it and, unless you take no action, to the person concerned. Never name who reported it.',
  rule: 'Rule or law',
  duration: 'How long',
  durations: { 1: '1 day', 7: '7 days', 30: '30 days', open: 'Until it is lifted' },
  busy: 'Saving...',
  failed: "That didn't work. Please try again.",
  warn: ({ username }: { username: string }) =>
    `Warn ${username}? They read the reason once, as a notice they confirm, and in a mail.`,
  remove: (subject: ReportSubject) =>
    `Remove this ${SUBJECT_NAMES[subject]}? Only a successful appeal brings it back${subject === 'message' ? ', and never a photo' : ''}.`,
  dismiss: 'Dismiss this report? Nobody is restricted.',
  needsReason: 'Write the reason: it is mailed to those concerned.',
} as const;

export const APPEAL_QUEUE = {
  heading: 'Appeals',
  by: { reporter: 'Appeal by who reported it', person: 'Appeal by the person concerned' },
  actions: { uphold: 'Uphold Decision', reverse: 'Reverse Decision' },
  done: { uphold: 'Upheld', reverse: 'Reversed' },
  reason: 'Reason',
  reasonHelp: 'Mailed to who appealed. Never name who reported it.',
  consequence: {
    uphold: 'The decision stays.',
    reverse: {
      reporter: 'The report opens again, for a new decision.',
      person: 'The decision is undone: the warning or suspension ends, or the item comes back.',
    },
  },
  otherAdmin: 'Another admin must answer this: you made the decision, you reported it, or it is about you.',
  closed: 'This appeal is already answered.',
} as const;

export const QUEUE = {
  overdue: `Over ${OVERDUE_HOURS} hours`,
  counts: ({ open, appeals, overdue }: { open: number; appeals: number; overdue: number }) =>
    [
      `${open} open ${open === 1 ? 'report' : 'reports'}`,
      ...(appeals > 0 ? [`${appeals} ${appeals === 1 ? 'appeal' : 'appeals'}`] : []),
      ...(overdue > 0 ? [`${overdue} older than ${OVERDUE_HOURS} hours`] : []),
    ].join(' · '),
  visitor: 'A visitor',
  record: (username: string) => `Record of ${username}`,
  noRecord: 'No actions about this member.',
} as const;

/** What a business seller declares, and how it shows. */
export const BUSINESS_FIELDS = {
  name: {
    label: 'Business name',
    required: 'Business name is required',
    tooLong: 'Business name can be up to 100 characters',
  },
  address: {
    label: 'Address',
    required: 'Address is required',
    tooLong: 'Address can be up to 300 characters',
  },
  email: { label: 'Contact e-mail' },
  registerNumber: { label: 'Register number', tooLong: 'Register number can be up to 100 characters' },
} as const;

export const BUSINESS = {
  badge: 'Business seller',
  law: 'This seller acts as a business. Where consumer law gives you rights against businesses, such as a right of withdrawal, it applies.',
  heading: 'Business seller',
  offer:
    'If you sell as a business, the law may require you to say who you are. Everyone sees it on your profile and your listings.',
  declare: 'I sell as a business',
  save: ['Save', 'Saving...'],
  saved: 'Business details saved',
  remove: 'I no longer sell as a business',
  removed: 'Business details removed',
  failed: 'The business details could not be saved. Please try again.',
} as const;
