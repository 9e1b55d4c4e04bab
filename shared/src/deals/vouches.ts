import * as z from 'zod';
import { Person } from '../members/users.ts';
import { Id } from '../platform/id.ts';
import { missing } from '../platform/input-errors.ts';
import { VOUCH_MAX } from '../platform/limits.ts';
import { text } from '../platform/text.ts';
import { RATINGS } from './ratings.ts';
import { TrustCounts } from './trust.ts';

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
  writerSince: z.iso
    .datetime()
    .optional()
    .meta({ description: "When the writer's account began; missing in files from before it was signed" }),
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

/** Which vouches a signed page leaves out. */
const VouchPage = z.object({
  cursor: z
    .string()
    .nullable()
    .meta({ description: 'Newer vouches are on other pages: null on the first page' }),
  hasMore: z.boolean().meta({ description: 'Older vouches are on other pages' }),
});

/** What an instance signs about a member: their public vouches, or a page of them. */
export const VouchStatement = z.object({
  issuer: z.url().meta({ description: 'The instance; its keys are at `/.well-known/jwks.json` there' }),
  memberId: Id,
  username: z.string().meta({ description: 'When it was signed' }),
  signedAt: z.iso.datetime(),
  trust: TrustCounts.required({ vouches: true }).meta({
    description: 'All deals and public vouches, also those on other pages',
  }),
  writers: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'By how many different members the vouches are, also those on other pages' }),
  page: VouchPage.optional().meta({ description: 'Missing in files from before it was signed' }),
  vouches: z.array(Vouch),
});
export type VouchStatement = z.infer<typeof VouchStatement>;

export const SignedVouches = VouchStatement.extend({
  signature: z.string().meta({
    description:
      'Detached JWS (RFC 7515, appendix F) of the other fields as canonical JSON (RFC 8785), by a key of the instance',
  }),
});
export type SignedVouches = z.infer<typeof SignedVouches>;

const REMOVAL_REASON_MAX = 500;

/** Removes a vouch as an admin; its writer is sent the reason. */
export const RemoveVouch = z.strictObject({
  reason: text({
    max: REMOVAL_REASON_MAX,
    required: 'Give a reason: the writer will read it',
    tooLong: `A reason can be up to ${REMOVAL_REASON_MAX} characters`,
    multiline: true,
  }),
});
export type RemoveVouch = z.output<typeof RemoveVouch>;

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
  removal: z
    .object({ at: z.iso.datetime(), reason: z.string() })
    .nullable()
    .meta({ description: 'Set if an admin has removed it, with the reason that they gave' }),
});
export type OwnVouch = z.infer<typeof OwnVouch>;
