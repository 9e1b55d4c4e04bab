import { queryClient } from '../lib/query-client.ts';
import { matchedListingTold, matchedWantedTold, matchesChanged } from '../matching/cache.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the matches of one's requests up to date: the panels, and the dot that announces new ones. */
export function startLiveMatches({ hear, onReturn }: MemberSource): void {
  hear('match:new', () => matchesChanged(queryClient));
  hear('listing:changed', ({ listing }) => matchedListingTold(queryClient, listing.id));
  hear('listing:removed', ({ id }) => matchedListingTold(queryClient, id));
  hear('wtb:changed', ({ wtb }) => matchedWantedTold(queryClient, wtb.id));
  hear('wtb:removed', ({ id }) => matchedWantedTold(queryClient, id));

  let wasOnline = false;
  onReturn(() => {
    if (wasOnline) matchesChanged(queryClient);
    wasOnline = true;
  });
}
