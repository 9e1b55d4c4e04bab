import { ITEM_EVENTS } from '../conversations/keys.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the item events in threads up to date. */
export function startLiveItemEvents({ on, onReturn }: MemberSource): void {
  const refetchEvents = (id: string) => refetch(queryClient, [ITEM_EVENTS, id]);
  on('listing:changed', ({ listing }) => refetchEvents(listing.id));
  on('listing:removed', ({ id }) => refetchEvents(id));
  on('wtb:changed', ({ wtb }) => refetchEvents(wtb.id));
  on('wtb:removed', ({ id }) => refetchEvents(id));

  onReturn(() => void queryClient.invalidateQueries({ queryKey: [ITEM_EVENTS] }));
}
