import { ITEM_EVENTS } from '../conversations/keys.ts';
import { queryClient } from '../lib/query-client.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the item events in threads up to date. */
export function startLiveItemEvents({ hear, onReturn }: MemberSource): void {
  const happenedTo = (id: string) => void queryClient.invalidateQueries({ queryKey: [ITEM_EVENTS, id] });
  hear('listing:changed', ({ listing }) => happenedTo(listing.id));
  hear('listing:removed', ({ id }) => happenedTo(id));
  hear('wtb:changed', ({ wtb }) => happenedTo(wtb.id));
  hear('wtb:removed', ({ id }) => happenedTo(id));

  onReturn(() => void queryClient.invalidateQueries({ queryKey: [ITEM_EVENTS] }));
}
