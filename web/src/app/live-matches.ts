import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';
import { queryClient } from '../lib/query-client.ts';
import { matchedListingTold, matchedWantedTold, matchesChanged } from '../matching/cache.ts';

/** Keeps what matches one's requests as it is on the server: the panels, and the dot that says there is something new. */
export function startLiveMatches(hear: typeof hearFact, messaging: typeof Messaging): void {
  hear('match:new', () => matchesChanged(queryClient));
  hear('listing:changed', ({ listing }) => matchedListingTold(queryClient, listing.id));
  hear('listing:removed', ({ id }) => matchedListingTold(queryClient, id));
  hear('wtb:changed', ({ wtb }) => matchedWantedTold(queryClient, wtb.id));
  hear('wtb:removed', ({ id }) => matchedWantedTold(queryClient, id));

  let wasOnline = false;
  messaging.store.subscribe(({ connection }, before) => {
    if (connection !== 'online' || before.connection === 'online') return;
    if (wasOnline) matchesChanged(queryClient);
    wasOnline = true;
  });
}
