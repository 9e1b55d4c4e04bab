import * as z from 'zod';
import { Person } from '../members/users.ts';
import { Id } from '../platform/id.ts';
import { missing } from '../platform/input-errors.ts';
import { text } from '../platform/text.ts';
import {
  ADMIN_NOTE_MAX,
  APPEAL_MAX,
  APPEAL_OUTCOMES,
  APPEAL_PARTIES,
  EMAIL_MAX,
  LOG_ACTIONS,
  LOG_SUBJECTS,
  QUEUE_REASONS,
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  REPORT_SUBJECTS,
  REPORTER_NAME_MAX,
  RESOLUTIONS,
  RULE_MAX,
  SUSPENSION_DAYS,
  VISITOR_SUBJECTS,
} from './report-reasons.ts';
import { APPEAL_PAGE, INVALID_EMAIL } from './safety-texts.ts';

const optionalText = (max: number, tooLong: string) =>
  text({ max, tooLong, multiline: true })
    .nullish()
    .transform((value) => value || null);

export const NewReport = z.strictObject({
  subject: z.enum(REPORT_SUBJECTS),
  id: Id,
  reason: z.enum(REPORT_REASONS, 'Please choose a reason'),
  details: optionalText(REPORT_DETAILS_MAX, 'Details can be up to 1,000 characters'),
  showBefore: z
    .boolean()
    .optional()
    .meta({ description: 'For a message: also include the five messages before it' }),
});
export type NewReport = z.output<typeof NewReport>;

const ReportNumber = z
  .string()
  .meta({ description: 'Names the report in mails, such as `R-7K3M-2QXD`. It opens nothing' });

export const Filed = z.object({ id: Id, number: ReportNumber, createdAt: z.iso.datetime() });

/** A report without an account. It reaches the admins once its address is confirmed through a mailed link. */
export const NewVisitorReport = z.strictObject({
  subject: z.enum(VISITOR_SUBJECTS),
  id: Id,
  reason: z.enum(REPORT_REASONS, 'Please choose a reason'),
  details: optionalText(REPORT_DETAILS_MAX, 'Details can be up to 1,000 characters'),
  email: z
    .string(missing(INVALID_EMAIL))
    .trim()
    .toLowerCase()
    .max(EMAIL_MAX, INVALID_EMAIL)
    .pipe(z.email(INVALID_EMAIL)),
  name: text({ max: REPORTER_NAME_MAX, tooLong: 'Your name can be up to 100 characters', isName: true })
    .nullish()
    .transform((value) => value || null),
});
export type NewVisitorReport = z.output<typeof NewVisitorReport>;

export const VisitorFiled = z.object({ number: ReportNumber });
export type VisitorFiled = z.infer<typeof VisitorFiled>;

export const ResolveReport = z.strictObject({
  action: z.enum(RESOLUTIONS),
  note: optionalText(ADMIN_NOTE_MAX, 'A note can be up to 500 characters').meta({
    description:
      'The reason, as the reporter and the person concerned read it. Required unless the server filed the report and it is dismissed',
  }),
  rule: text({ max: RULE_MAX, tooLong: 'The rule or law can be up to 200 characters' })
    .nullish()
    .transform((value) => value || null)
    .meta({ description: 'The rule or law that the decision rests on' }),
  days: z
    .union(SUSPENSION_DAYS.map((days) => z.literal(days)))
    .nullish()
    .transform((days) => days ?? null)
    .meta({
      description: 'How long a suspension lasts; without it, until an admin or the operator lifts it',
    }),
});
export type ResolveReport = z.output<typeof ResolveReport>;

export const AppealText = text({
  max: APPEAL_MAX,
  required: APPEAL_PAGE.empty,
  tooLong: APPEAL_PAGE.tooLong,
  multiline: true,
});

export const AnswerAppeal = z.strictObject({
  outcome: z.enum(APPEAL_OUTCOMES),
  reason: text({
    max: ADMIN_NOTE_MAX,
    required: 'Write the reason: it is mailed to who appealed',
    tooLong: 'A reason can be up to 500 characters',
    multiline: true,
  }),
});
export type AnswerAppeal = z.output<typeof AnswerAppeal>;

/** An appeal against the decision on a report. */
const Appeal = z.object({
  id: Id,
  party: z.enum(APPEAL_PARTIES).meta({ description: 'Who appeals: the reporter, or the person concerned' }),
  text: z.string(),
  createdAt: z.iso.datetime(),
  closed: z
    .object({ at: z.iso.datetime(), outcome: z.enum(APPEAL_OUTCOMES), reason: z.string(), admin: Person })
    .nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

/** How much waits for the admins; each number is at most 1,000. */
export const QueueCounts = z.object({
  open: z.int().meta({ description: 'Open reports' }),
  appeals: z.int().meta({ description: 'Open appeals' }),
  overdue: z.int().meta({ description: 'Those of both that are older than 48 hours' }),
});
export type QueueCounts = z.infer<typeof QueueCounts>;

/** A warning, as the member reads it once. */
export const Warning = z.object({
  id: Id,
  about: z.string().nullable().meta({ description: "What it is about, such as 'the listing “Ring coat”'" }),
  reason: z.string(),
  rule: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Warning = z.infer<typeof Warning>;

/** A photo that two members have used, side by side. */
const SamePhoto = z.object({
  imageUrl: z
    .string()
    .nullable()
    .meta({ description: 'In the reported listing; null once the report is closed' }),
  otherImageUrl: z.string().nullable().meta({
    description:
      'In the other listing; a small copy as a `data:` URL if it has been removed. null once the report is closed, or if only the placeholder is left',
  }),
  otherPlaceholder: z.string().meta({ description: 'A ThumbHash in base64' }),
  otherListing: z.object({
    id: Id,
    title: z.string(),
    isRemoved: z.boolean().meta({ description: 'When the photos were compared' }),
    addedAt: z.iso.datetime().meta({ description: 'When the photo was added to it' }),
  }),
});

/**
 * A report as admins see it. From a conversation, it includes only the reported message and the earlier ones
 * that the reporter chose to show.
 */
export const Report = z.object({
  id: Id,
  subject: z.enum(REPORT_SUBJECTS),
  subjectId: Id,
  reason: z.enum(QUEUE_REASONS).meta({ description: '`same_photo` only in reports by the server' }),
  details: z.string().nullable(),
  number: ReportNumber,
  reporter: Person.nullable().meta({ description: 'null for a report by the server, or without an account' }),
  visitor: z.object({ name: z.string().nullable(), email: z.string().nullable() }).nullable().meta({
    description:
      'Who reported without an account, with a confirmed address. Erased after the time for an appeal',
  }),
  person: Person.meta({ description: 'The owner of the reported subject' }),
  evidence: z.object({
    title: z.string(),
    text: z.string().nullable(),
    brand: z.string().nullable().meta({ description: 'Of a listing or WTB' }),
    size: z.string().nullable(),
    price: z.string().nullable().meta({ description: 'The price of a listing, or the budget of a WTB' }),
    imageUrls: z
      .array(z.string())
      .meta({ description: 'All photos of a listing, the picture of a member, or the photo of a message' }),
    before: z.array(z.object({ isReporters: z.boolean(), text: z.string() })),
    versions: z
      .array(z.object({ state: z.enum(['original', 'edited']), text: z.string(), at: z.iso.datetime() }))
      .meta({ description: 'Every text of an edited or unsent message, oldest first' }),
    unsentAt: z.iso.datetime().nullable().meta({ description: 'When the reported message was unsent' }),
    samePhotos: z
      .object({
        person: Person,
        photos: z.array(SamePhoto),
        more: z
          .array(z.object({ listingId: Id, title: z.string(), otherListingId: Id }))
          .meta({ description: 'Other listings of the reported member, that day, with photos of others' }),
      })
      .nullable()
      .meta({
        description: 'The photos that this other member has used before; set if the reason is `same_photo`',
      }),
  }),
  createdAt: z.iso.datetime(),
  closed: z
    .object({
      at: z.iso.datetime(),
      action: z.enum(RESOLUTIONS),
      note: z.string().nullable(),
      rule: z.string().nullable(),
      suspendedUntil: z.iso.datetime().nullable().meta({ description: 'Of a suspension for a time' }),
      admin: Person,
    })
    .nullable(),
  appeals: z.array(Appeal),
});
export type Report = z.infer<typeof Report>;

/** One admin action. */
export const LogEntry = z.object({
  id: Id,
  admin: Person.nullable().meta({ description: 'null: the operator, on the command line' }),
  action: z.enum(LOG_ACTIONS),
  subject: z.enum(LOG_SUBJECTS),
  subjectId: Id.nullable().meta({ description: 'null: the instance' }),
  person: Person.nullable().meta({ description: 'The owner of the subject; null if it has none' }),
  note: z.string().nullable(),
  at: z.iso.datetime(),
});
export type LogEntry = z.infer<typeof LogEntry>;
