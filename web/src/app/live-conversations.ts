import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { CONVERSATION_TARGET } from '../conversations/keys.ts';
import type { messaging as Messaging } from '../conversations/store/messaging.ts';
import { DEALS_KEY } from '../deals/deals/keys.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps deals and the items of conversations up to date, including the item of a conversation that has not started. */
export function startLiveConversations({ on, onReturn }: MemberSource, messaging: typeof Messaging): void {
  const refetchTarget = (...about: (string | null)[]) =>
    refetch(queryClient, [CONVERSATION_TARGET, ...about]);
  const receiveListing = ({ listing }: { listing: Listing }) => {
    messaging.receiveListing(listing);
    refetchTarget(listing.id);
  };
  const receiveWanted = ({ wtb }: { wtb: Wanted }) => {
    messaging.receiveWanted(wtb);
    refetchTarget(null, wtb.id);
  };
  on('message:changed', ({ message }) => {
    if (message.deal) refetch(queryClient, [DEALS_KEY]);
  });
  on('listing:new', receiveListing);
  on('listing:changed', receiveListing);
  on('listing:removed', ({ id }) => {
    messaging.markListingRemoved(id);
    refetchTarget(id);
  });
  on('wtb:new', receiveWanted);
  on('wtb:changed', receiveWanted);
  on('wtb:removed', ({ id }) => {
    messaging.markWantedRemoved(id);
    refetchTarget(null, id);
  });
  onReturn(() => refetchTarget());
}
