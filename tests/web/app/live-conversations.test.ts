import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { startLiveConversations } from '../../../web/src/app/live-conversations.ts';
import { memberSource } from '../../../web/src/app/live-source.ts';
import { queryClient } from '../../../web/src/lib/query-client.ts';

const LISTING = ['conversation-target', 'l1', null];
const WANTED = ['conversation-target', null, 'w1'];

test("a new conversation's item is refetched after missed events", () => {
  const listeners = new Map<string, (payload: never) => void>();
  const store = createStore(() => ({ connection: 'online' }));
  const noop = () => undefined;
  const messaging = {
    store,
    receiveListing: noop,
    markListingRemoved: noop,
    receiveWanted: noop,
    markWantedRemoved: noop,
  };
  startLiveConversations(
    memberSource(
      (event, listener) => void listeners.set(event, listener),
      // Only the parts that are used.
      messaging as never,
    ),
    messaging as never,
  );
  const stale = () =>
    [LISTING, WANTED].filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);
  const cacheBoth = () => {
    for (const queryKey of [LISTING, WANTED]) queryClient.setQueryData(queryKey, {});
  };

  cacheBoth();
  listeners.get('wtb:removed')?.({ id: 'w1' } as never);
  expect(stale()).toEqual([WANTED]);
  cacheBoth();
  listeners.get('listing:removed')?.({ id: 'l1' } as never);
  expect(stale()).toEqual([LISTING]);
  cacheBoth();
  store.setState({ connection: 'connecting' });
  expect(stale()).toEqual([]);
  store.setState({ connection: 'online' });
  expect(stale()).toEqual([LISTING, WANTED]);
});
