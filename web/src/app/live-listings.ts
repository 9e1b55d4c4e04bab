import type { Listing } from '@selvedge/shared/listings';
import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';
import { queryClient } from '../lib/query-client.ts';
import { arrived, left } from '../listings/arrivals.ts';
import { listingRemoved, listingsMissed, listingTold } from '../listings/cache.ts';

const TALK_TARGET = 'talk-target';

/** Keeps listings as they are on the server in whatever shows them: pages, cards, profiles and threads. */
export function startLiveListings(hear: typeof hearFact, messaging: typeof Messaging): void {
  const told = ({ listing }: { listing: Listing }) => {
    listingTold(queryClient, listing);
    arrived(listing);
    messaging.listingTold(listing);
    void queryClient.invalidateQueries({ queryKey: [TALK_TARGET, listing.id] });
  };
  hear('listing:new', told);
  hear('listing:changed', told);
  hear('listing:removed', ({ id }) => {
    listingRemoved(queryClient, id);
    left(id);
    messaging.listingRemoved(id);
    void queryClient.invalidateQueries({ queryKey: [TALK_TARGET, id] });
  });

  messaging.store.subscribe(({ connection }, before) => {
    // Also the first time: what changed between the page's own calls and this was told to nobody here.
    if (connection === 'online' && before.connection !== 'online') listingsMissed(queryClient);
  });
}
