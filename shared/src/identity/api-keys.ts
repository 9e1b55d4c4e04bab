import * as z from 'zod';
import { Id } from '../platform/id.ts';
import { Instant } from '../platform/instant.ts';
import { API_KEY_DAYS, API_KEY_NAME_MAX } from '../platform/limits.ts';
import { SCOPES } from '../platform/scope.ts';
import { text } from '../platform/text.ts';

const Scopes = z
  .array(z.enum(SCOPES))
  .refine((scopes) => scopes.length > 0, 'Choose at least one thing that the key may do')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'Name each scope once');

export const MakeApiKey = z.strictObject({
  name: text({
    max: API_KEY_NAME_MAX,
    required: 'A name is required',
    tooLong: `A name can have up to ${API_KEY_NAME_MAX} characters`,
  }),
  scopes: Scopes,
  days: z
    .union([z.literal([...API_KEY_DAYS]), z.null()], 'A key expires after 30, 90 or 365 days, or never')
    .meta({ description: 'null: it never expires' }),
});
export type MakeApiKey = z.output<typeof MakeApiKey>;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: Instant,
  expiresAt: Instant.nullable().meta({ description: 'null: never' }),
  lastUse: z
    .object({
      day: z.iso.date().meta({ description: 'In UTC' }),
      network: z.string().meta({ description: 'The /24 or /48 of the address that it was used from' }),
    })
    .nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  key: z.string().meta({ description: 'The key itself: it is shown this once, and not stored' }),
});
export type NewApiKey = z.infer<typeof NewApiKey>;
