import type { EventPayload } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from './state.ts';

/** Which people of one's conversations are online. The server tells all of them anew on each connection. */
export function createPresence(store: StoreApi<MessagingState>) {
  // Without a connection it is not known who is online.
  store.subscribe(({ connection, here }) => {
    if (connection !== 'online' && here.size > 0) store.setState({ here: new Set() });
  });
  return {
    told({ userId, online }: EventPayload<'presence'>): void {
      const here = new Set(store.getState().here);
      if (online) here.add(userId);
      else here.delete(userId);
      store.setState({ here });
    },
  };
}
