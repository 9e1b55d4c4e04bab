import { type DiscountListing, type Listing, NOT_LOWER } from '@selvedge/shared/items/listings';
import { percentOff } from '@selvedge/shared/platform/format';
import { DISCOUNT_BUMP_PERCENT } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
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
export function discountListing(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { newPrice }: DiscountListing,
): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const listing = await lockListingFor(tx, actor, id, 'discount');
    if (newPrice >= listing.priceCents) {
      throw new AppError('invalid_input', NOT_LOWER, { issues: [{ path: 'newPrice', message: NOT_LOWER }] });
    }
    const at = new Date();
    const { reference, lowest } = await findReferencePrices(tx, listing, at);
    const isLarge = percentOff(fromCents(newPrice), fromCents(lowest)) >= DISCOUNT_BUMP_PERCENT;
    await updateListing(tx, id, {
      priceCents: newPrice,
      originalPriceCents: newPrice < reference ? reference : null,
      ...(isLarge && hasCooledDown(listing, at) && { bumpedAt: at, discountBumpAt: at }),
    });
    await recordItemEvent(
      tx,
      { listingId: id },
      { kind: 'price', fromCents: listing.priceCents, toCents: newPrice },
    );
    return announceListing(ctx, tx, 'price_dropped', id);
  });
}
