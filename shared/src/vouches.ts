import * as z from 'zod';
import { Id } from './id.ts';
import { missing } from './input-errors.ts';
import { VOUCH_MAX } from './limits.ts';
import { text } from './text.ts';
import { Person } from './users.ts';

export const RATINGS = ['good', 'mixed', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];
export const RATING_LABELS = { good: 'Good', mixed: 'Mixed', bad: 'Bad' } as const satisfies Record<
  Rating,
  string
>;

const tooLong = `You can write up to ${VOUCH_MAX} characters`;

export const WriteVouch = z.strictObject({
  rating: z.enum(RATINGS, missing('Choose Good, Mixed or Bad')),
  text: text({ max: VOUCH_MAX, tooLong, multiline: true })
    .nullish()
    .transform((value) => value || null),
});
export type WriteVouch = z.output<typeof WriteVouch>;

export const AnswerVouch = z.strictObject({
  text: text({ max: VOUCH_MAX, required: 'Write something first', tooLong, multiline: true }),
});
export type AnswerVouch = z.output<typeof AnswerVouch>;

/** A released vouch, as everyone sees it. */
export const Vouch = z.object({
  id: Id,
  writer: Person,
  isByBuyer: z
    .boolean()
    .meta({ description: 'The writer bought from the member; otherwise they sold to them' }),
  title: z.string().meta({ description: 'The title of what the deal was about' }),
  rating: z.enum(RATINGS),
  text: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  answer: z.string().nullable().meta({ description: 'By the member whom the vouch is about' }),
  answeredAt: z.iso.datetime().nullable(),
});
export type Vouch = z.infer<typeof Vouch>;

/** My own vouch about a deal. */
export const OwnVouch = z.object({
  id: Id,
  dealId: Id,
  rating: z.enum(RATINGS),
  text: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  releasesAt: z.iso.datetime().meta({
    description: 'When it becomes public, unless the other member writes earlier; can be changed until then',
  }),
});
export type OwnVouch = z.infer<typeof OwnVouch>;

/** What a profile says about a member's deals. */
export const TrustCounts = z.object({ deals: z.int().min(0), vouches: z.int().min(0) });
export type TrustCounts = z.infer<typeof TrustCounts>;
