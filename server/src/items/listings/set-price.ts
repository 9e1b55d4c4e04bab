import type { Listing, PriceListing } from '@selvedge/shared/items/listings';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import type { Acting } from './context.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

/**
 * Corrects the price, up or down. This ends a discount, and does not bump the listing.
 * @throws not_found, forbidden, conflict.
 */
export async function setPrice(acting: Acting, id: string, { price }: PriceListing): Promise<Listing> {
  const { priceCents } = await lockListingFor(acting, id, 'price');
  await updateListing(acting.tx, id, { priceCents: price, originalPriceCents: null });
  await recordItemEvent(
    acting.tx,
    { listingId: id },
    { kind: 'price', fromCents: priceCents, toCents: price },
  );
  return announceListing(acting, 'listing:changed', id);
}
