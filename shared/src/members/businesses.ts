import * as z from 'zod';
import { missing } from '../platform/input-errors.ts';
import { BUSINESS_LIMITS } from '../platform/limits.ts';
import { text } from '../platform/text.ts';
import { EMAIL_MAX } from '../safety/report-reasons.ts';
import { BUSINESS_FIELDS, INVALID_EMAIL } from '../safety/safety-texts.ts';

/** What a member who sells as a business declares about themselves, for everyone to see. */
export const NewBusiness = z.strictObject({
  name: text({ max: BUSINESS_LIMITS.name, ...BUSINESS_FIELDS.name, isName: true }),
  address: text({ max: BUSINESS_LIMITS.address, ...BUSINESS_FIELDS.address, multiline: true }),
  email: z.string(missing(INVALID_EMAIL)).trim().max(EMAIL_MAX, INVALID_EMAIL).pipe(z.email(INVALID_EMAIL)),
  registerNumber: text({ max: BUSINESS_LIMITS.registerNumber, ...BUSINESS_FIELDS.registerNumber })
    .nullish()
    .transform((value) => value || null),
});
export type NewBusiness = z.output<typeof NewBusiness>;

export const Business = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  registerNumber: z.string().nullable(),
});
export type Business = z.infer<typeof Business>;
