import { type DiscountListing, type Listing, NOT_LOWER } from '@selvedge/shared/items/listings';
import { percentOff } from '@selvedge/shared/platform/format';
import { DISCOUNT_BUMP_PERCENT } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import { AppError } from '../../platform/core/errors.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import type { Acting } from './context.ts';
import { lockListingFor } from './lock-listing.ts';
import { type ListingState, updateListing } from './queries.ts';
import { findReferencePrices } from './reference-prices.ts';

/** The cooldown between two discount bumps of a listing, in milliseconds. */
const DISCOUNT_BUMP_COOLDOWN = 86_400_000;

const hasCooledDown = ({ discountBumpAt }: ListingState, at: Date): boolean =>
  !discountBumpAt || at.getTime() - discountBumpAt.getTime() >= DISCOUNT_BUMP_COOLDOWN;

/**
 * Lowers the price, and stores the reference price if the new price is below it. A large discount bumps the
 * listing, at most once a day.
 * @throws not_found, forbidden; conflict when it is sold; invalid_input when the price is not lower.
 */
export async function discountListing(
  acting: Acting,
  id: string,
  { newPrice }: DiscountListing,
): Promise<Listing> {
  const listing = await lockListingFor(acting, id, 'discount');
  if (newPrice >= listing.priceCents) {
    throw new AppError('invalid_input', NOT_LOWER, { issues: [{ path: 'newPrice', message: NOT_LOWER }] });
  }
  const at = new Date();
  const { reference, lowest } = await findReferencePrices(acting.tx, listing, at);
  const isLarge = percentOff(fromCents(newPrice), fromCents(lowest)) >= DISCOUNT_BUMP_PERCENT;
  await updateListing(acting.tx, id, {
    priceCents: newPrice,
    originalPriceCents: newPrice < reference ? reference : null,
    ...(isLarge && hasCooledDown(listing, at) && { bumpedAt: at, discountBumpAt: at }),
  });
  await recordItemEvent(
    acting.tx,
    { listingId: id },
    { kind: 'price', fromCents: listing.priceCents, toCents: newPrice },
  );
  return announceListing(acting, 'listing:changed', id);
}
