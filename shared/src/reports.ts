import * as z from 'zod';
import { Id } from './id.ts';
import {
  ADMIN_NOTE_MAX,
  LOG_ACTIONS,
  LOG_SUBJECTS,
  QUEUE_REASONS,
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  REPORT_SUBJECTS,
  RESOLUTIONS,
} from './report-reasons.ts';
import { text } from './text.ts';
import { Person } from './users.ts';

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

export const Filed = z.object({ id: Id, createdAt: z.iso.datetime() });

export const ResolveReport = z.strictObject({
  action: z.enum(RESOLUTIONS),
  note: optionalText(ADMIN_NOTE_MAX, 'A note can be up to 500 characters'),
});
export type ResolveReport = z.output<typeof ResolveReport>;

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
  reporter: Person.nullable().meta({ description: 'null for a report by the server' }),
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
      .object({ person: Person, photos: z.array(SamePhoto) })
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
      admin: Person,
    })
    .nullable(),
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
