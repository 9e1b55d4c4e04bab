import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from '../state.ts';

/**
 * Which of the member's conversation partners are online. The server sends all of them on each connection.
 */
export function createPresence(store: StoreApi<MessagingState>) {
  // Without a connection, presence is unknown.
  store.subscribe(({ connection, onlineIds }) => {
    if (connection !== 'online' && onlineIds.size > 0) store.setState({ onlineIds: new Set() });
  });
  return {
    receive({ userId, online }: EventPayload<'presence'>): void {
      const onlineIds = new Set(store.getState().onlineIds);
      if (online) onlineIds.add(userId);
      else onlineIds.delete(userId);
      store.setState({ onlineIds });
    },
  };
}
