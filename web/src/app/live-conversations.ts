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
  const listingReceived = ({ listing }: { listing: Listing }) => {
    messaging.listingReceived(listing);
    refetchTarget(listing.id);
  };
  const wantedReceived = ({ wtb }: { wtb: Wanted }) => {
    messaging.wantedReceived(wtb);
    refetchTarget(null, wtb.id);
  };
  on('message:changed', ({ message }) => {
    if (message.deal) refetch(queryClient, [DEALS_KEY]);
  });
  on('listing:new', listingReceived);
  on('listing:changed', listingReceived);
  on('listing:removed', ({ id }) => {
    messaging.listingRemoved(id);
    refetchTarget(id);
  });
  on('wtb:new', wantedReceived);
  on('wtb:changed', wantedReceived);
  on('wtb:removed', ({ id }) => {
    messaging.wantedRemoved(id);
    refetchTarget(null, id);
  });
  onReturn(() => refetchTarget());
}
