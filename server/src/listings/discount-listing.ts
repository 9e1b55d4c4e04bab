import { percentOff } from '@selvedge/shared/format';
import { DISCOUNT_BUMP_PERCENT } from '@selvedge/shared/limits';
import { type DiscountListing, type Listing, NOT_LOWER } from '@selvedge/shared/listings';
import { fromCents } from '@selvedge/shared/money';
import { AppError } from '../errors.ts';
import { recordItemEvent } from '../item-events/record-item-event.ts';
import { announce } from './announce.ts';
import type { Acting } from './context.ts';
import { holdListing } from './hold-listing.ts';
import { type ListingState, updateListing } from './queries.ts';

/** The cooldown between two bumps of a listing by discounts, in milliseconds. */
const DISCOUNT_BUMP_PAUSE = 86_400_000;

function isWorthABump({ priceCents, discountBumpAt }: ListingState, newPrice: number, at: Date): boolean {
  const hasPaused = !discountBumpAt || at.getTime() - discountBumpAt.getTime() >= DISCOUNT_BUMP_PAUSE;
  return hasPaused && percentOff(fromCents(newPrice), fromCents(priceCents)) >= DISCOUNT_BUMP_PERCENT;
}

/**
 * Lowers the price and keeps the original one; a large discount bumps the listing, once a day.
 * @throws not_found, forbidden; conflict when it is sold; invalid_input when the price is not lower.
 */
export async function discountListing(
  acting: Acting,
  id: string,
  { newPrice }: DiscountListing,
): Promise<Listing> {
  const listing = await holdListing(acting, id, 'discount');
  if (newPrice >= listing.priceCents) {
    throw new AppError('invalid_input', NOT_LOWER, { issues: [{ path: 'newPrice', message: NOT_LOWER }] });
  }
  const at = new Date();
  await updateListing(acting.tx, id, {
    priceCents: newPrice,
    originalPriceCents: listing.originalPriceCents ?? listing.priceCents,
    ...(isWorthABump(listing, newPrice, at) && { bumpedAt: at, discountBumpAt: at }),
  });
  await recordItemEvent(
    acting.tx,
    { listingId: id },
    { kind: 'price', fromCents: listing.priceCents, toCents: newPrice },
  );
  return announce(acting, 'listing:changed', id);
}
