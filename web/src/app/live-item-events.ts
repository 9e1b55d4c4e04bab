import { ITEM_EVENTS } from '../conversations/keys.ts';
import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';
import { queryClient } from '../lib/query-client.ts';

/** Keeps what threads tell of their items as it is on the server. */
export function startLiveItemEvents(hear: typeof hearFact, messaging: typeof Messaging): void {
  const happenedTo = (id: string) => void queryClient.invalidateQueries({ queryKey: [ITEM_EVENTS, id] });
  hear('listing:changed', ({ listing }) => happenedTo(listing.id));
  hear('listing:removed', ({ id }) => happenedTo(id));
  hear('wtb:changed', ({ wtb }) => happenedTo(wtb.id));
  hear('wtb:removed', ({ id }) => happenedTo(id));

  messaging.store.subscribe(({ connection }, before) => {
    // What was told meanwhile was missed.
    if (connection === 'online' && before.connection !== 'online') {
      void queryClient.invalidateQueries({ queryKey: [ITEM_EVENTS] });
    }
  });
}
