import type { Listing } from '@selvedge/shared/items/listings';
import { arrived, left } from '../items/listings/arrivals.ts';
import { listingReceived, listingRemoved, listingsMissed } from '../items/listings/cache.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session/session.ts';
import type { LiveSource } from './live-source.ts';

/** Keeps listings up to date wherever they are shown: pages, cards and profiles. */
export function startLiveListings({ on, onReturn }: LiveSource): void {
  const onListing = ({ listing }: { listing: Listing }) => {
    listingReceived(queryClient, listing, listing.sellerId === session.getState().user?.id);
    arrived(listing);
  };
  on('listing:new', onListing);
  on('listing:changed', onListing);
  on('listing:removed', ({ id }) => {
    listingRemoved(queryClient, id);
    left(id);
  });
  onReturn(() => listingsMissed(queryClient));
}
