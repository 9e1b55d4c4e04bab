import type { Fact } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from './state.ts';

/** Which of the people one talks with are here. The server tells it anew on each connection. */
export function createPresence(store: StoreApi<MessagingState>) {
  // Without a connection nobody knows.
  store.subscribe(({ connection, here }) => {
    if (connection !== 'online' && here.size > 0) store.setState({ here: new Set() });
  });
  return {
    told({ userId, online }: Fact<'presence'>): void {
      const here = new Set(store.getState().here);
      if (online) here.add(userId);
      else here.delete(userId);
      store.setState({ here });
    },
  };
}
