import type { Listing } from '@selvedge/shared/listings';
import type { Wanted } from '@selvedge/shared/wanted';
import { TALK_TARGET } from '../conversations/keys.ts';
import type { messaging as Messaging } from '../conversations/store/messaging.ts';
import { queryClient } from '../lib/query-client.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the items of conversations up to date, and the item of a conversation that has not started. */
export function startLiveTalks({ hear, onReturn }: MemberSource, messaging: typeof Messaging): void {
  const askFor = (...about: (string | null)[]) =>
    void queryClient.invalidateQueries({ queryKey: [TALK_TARGET, ...about] });
  const listingTold = ({ listing }: { listing: Listing }) => {
    messaging.listingTold(listing);
    askFor(listing.id);
  };
  const wantedTold = ({ wtb }: { wtb: Wanted }) => {
    messaging.wantedTold(wtb);
    askFor(null, wtb.id);
  };
  hear('listing:new', listingTold);
  hear('listing:changed', listingTold);
  hear('listing:removed', ({ id }) => {
    messaging.listingRemoved(id);
    askFor(id);
  });
  hear('wtb:new', wantedTold);
  hear('wtb:changed', wantedTold);
  hear('wtb:removed', ({ id }) => {
    messaging.wantedRemoved(id);
    askFor(null, id);
  });
  onReturn(() => askFor());
}
