import * as z from 'zod';
import { Person } from '../members/users.ts';
import { ClientId, Id } from '../platform/id.ts';
import { REQUIRED } from '../platform/input-errors.ts';
import { DESCRIPTION_MAX, WANTED_LIMITS as L } from '../platform/limits.ts';
import { text } from '../platform/text.ts';
import { priceInCents } from './prices.ts';

const BUDGET_INVALID = 'Budget must be a positive number up to $10,000,000';

/** The text fields of the WTB form. */
export const WantedFields = z.strictObject({
  title: text({
    max: L.title,
    required: REQUIRED,
    tooLong: 'Title must be less than 100 characters',
    isName: true,
  }),
  description: text({
    max: DESCRIPTION_MAX,
    tooLong: 'Description must be less than 1,500 characters',
    multiline: true,
  })
    .nullish()
    .transform((value) => value || null),
  brand: text({
    max: L.brand,
    required: REQUIRED,
    tooLong: 'Brand must be less than 50 characters',
    isName: true,
  }),
  size: text({ max: L.size, required: REQUIRED, tooLong: 'Size must be less than 10 characters' }),
  maxPrice: priceInCents({ required: REQUIRED, invalid: BUDGET_INVALID }),
});
export type WantedFields = z.output<typeof WantedFields>;

export const NewWanted = WantedFields.extend({ clientId: ClientId });
export type NewWanted = z.output<typeof NewWanted>;

/** A WTB. */
export const Wanted = z.object({
  id: Id,
  buyer: Person,
  title: z.string(),
  brand: z.string(),
  size: z.string(),
  maxPrice: z.string(),
  description: z.string().nullable(),
  createdAt: z.iso.datetime(),
  bumpedAt: z.iso.datetime().meta({ description: 'Sort key of the list' }),
  isFulfilled: z.boolean(),
});
export type Wanted = z.infer<typeof Wanted>;
