import type { Listing } from '@selvedge/shared/items/listings';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import type { Acting } from './context.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

/** Marks a listing as sold. @throws not_found, forbidden; conflict when it is sold already. */
export async function markSold(acting: Acting, id: string): Promise<Listing> {
  await lockListingFor(acting, id, 'sell');
  await updateListing(acting.tx, id, { isSold: true, soldAt: new Date() });
  await recordItemEvent(acting.tx, { listingId: id }, { kind: 'sold' });
  return announceListing(acting, 'listing:changed', id);
}
