import { matchedListingReceived, matchedWantedReceived, matchesChanged } from '../items/matching/cache.ts';
import { queryClient } from '../lib/query-client.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the matches of the member's WTBs up to date: the panels, and the dot that announces new ones. */
export function startLiveMatches({ on, onReturn }: MemberSource): void {
  on('match:new', () => matchesChanged(queryClient));
  on('listing:changed', ({ listing }) => matchedListingReceived(queryClient, listing.id));
  on('listing:removed', ({ id }) => matchedListingReceived(queryClient, id));
  on('wtb:changed', ({ wtb }) => matchedWantedReceived(queryClient, wtb.id));
  on('wtb:removed', ({ id }) => matchedWantedReceived(queryClient, id));

  let wasOnline = false;
  onReturn(() => {
    if (wasOnline) matchesChanged(queryClient);
    wasOnline = true;
  });
}
