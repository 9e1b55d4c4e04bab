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
  const listingReceived = ({ listing }: { listing: Listing }) => {
    messaging.listingReceived(listing);
    askFor(listing.id);
  };
  const wantedReceived = ({ wtb }: { wtb: Wanted }) => {
    messaging.wantedReceived(wtb);
    askFor(null, wtb.id);
  };
  hear('listing:new', listingReceived);
  hear('listing:changed', listingReceived);
  hear('listing:removed', ({ id }) => {
    messaging.listingRemoved(id);
    askFor(id);
  });
  hear('wtb:new', wantedReceived);
  hear('wtb:changed', wantedReceived);
  hear('wtb:removed', ({ id }) => {
    messaging.wantedRemoved(id);
    askFor(null, id);
  });
  onReturn(() => askFor());
}
