import { queryClient } from '../lib/query-client.ts';
import { matchedListingReceived, matchedWantedReceived, matchesChanged } from '../matching/cache.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the matches of one's requests up to date: the panels, and the dot that announces new ones. */
export function startLiveMatches({ hear, onReturn }: MemberSource): void {
  hear('match:new', () => matchesChanged(queryClient));
  hear('listing:changed', ({ listing }) => matchedListingReceived(queryClient, listing.id));
  hear('listing:removed', ({ id }) => matchedListingReceived(queryClient, id));
  hear('wtb:changed', ({ wtb }) => matchedWantedReceived(queryClient, wtb.id));
  hear('wtb:removed', ({ id }) => matchedWantedReceived(queryClient, id));

  let wasOnline = false;
  onReturn(() => {
    if (wasOnline) matchesChanged(queryClient);
    wasOnline = true;
  });
}
