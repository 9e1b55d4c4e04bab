import type { Listing, PriceListing } from '@selvedge/shared/listings';
import { announce } from './announce.ts';
import type { Acting } from './context.ts';
import { holdListing } from './hold-listing.ts';
import { updateListing } from './queries.ts';

/** Corrects the price, up or down: no discount is left, and nothing is bumped. @throws not_found, forbidden, conflict. */
export async function setPrice(acting: Acting, id: string, { price }: PriceListing): Promise<Listing> {
  await holdListing(acting, id, 'price');
  await updateListing(acting.tx, id, { priceCents: price, originalPriceCents: null });
  return announce(acting, 'listing:changed', id);
}
