import * as z from 'zod';
import { SAVED_DROP_PERCENT } from '../platform/limits.ts';
import { toCents } from '../platform/money.ts';
import { Listing } from './listings.ts';
import { priceInCents } from './prices.ts';

/** Whether a listing is for sale to everyone. */
export type SaleState = 'available' | 'on_hold' | 'sold';

export function saleStateOf(isSold: boolean, isOnHold: boolean): SaleState {
  return isSold ? 'sold' : isOnHold ? 'on_hold' : 'available';
}

/** The highest price, in cents, that is a large drop from another one. */
export function largeDropFrom(cents: number): number {
  return Math.floor((cents * (100 - SAVED_DROP_PERCENT)) / 100);
}

/** A listing that the caller has saved. */
export const SavedListing = Listing.extend({
  savedAt: z.iso.datetime(),
  savedPrice: z.string().meta({ description: 'Its price when it was saved, "120.00"' }),
  targetPrice: z.string().nullable().meta({ description: 'At or below which the caller is notified' }),
  isRemoved: z
    .literal(true)
    .optional()
    .meta({ description: 'Removed in the last 30 days, without description and pictures' }),
});
export type SavedListing = z.infer<typeof SavedListing>;

export const SetTargetPrice = z.strictObject({
  targetPrice: priceInCents({
    required: 'Target price is required',
    invalid: 'Price must be a positive number',
  }).nullable(),
});

export const NOT_BELOW = 'Choose a price below the current one.';

/** The form for a target price of an item with the current price `price`, as on the wire. */
export function targetBelow(price: string) {
  return SetTargetPrice.refine(({ targetPrice }) => targetPrice !== null && targetPrice < toCents(price), {
    error: NOT_BELOW,
    path: ['targetPrice'],
  });
}

/** What a seller may know about the members who saved a listing: never who they are. */
export const SavedCount = z.object({
  count: z.int().nullable().meta({ description: 'From 3 up to 1,000; null for fewer' }),
  notifiesAt: z
    .string()
    .nullable()
    .meta({ description: 'The highest price at which at least 3 of them are notified of a drop' }),
});
export type SavedCount = z.infer<typeof SavedCount>;

export const SavedSettings = z.strictObject({
  isAnyDrop: z.boolean().meta({
    description: `Be notified of every price drop, instead of those of ${SAVED_DROP_PERCENT} percent or more`,
  }),
});
export type SavedSettings = z.infer<typeof SavedSettings>;
