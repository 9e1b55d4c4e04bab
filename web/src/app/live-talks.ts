import type { Listing } from '@selvedge/shared/listings';
import type { Wanted } from '@selvedge/shared/wanted';
import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';
import { queryClient } from '../lib/query-client.ts';

const TALK_TARGET = 'talk-target';

/** Keeps what conversations are about as it is on the server, and what a new one would be about. */
export function startLiveTalks(hear: typeof hearFact, messaging: typeof Messaging): void {
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
  messaging.store.subscribe(({ connection }, before) => {
    // What was told meanwhile was missed.
    if (connection === 'online' && before.connection !== 'online') askFor();
  });
}
