import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { startLiveConversations } from '../../../web/src/app/live-conversations.ts';
import { memberSource } from '../../../web/src/app/live-source.ts';
import { queryClient } from '../../../web/src/lib/query-client.ts';

const LISTING = ['conversation-target', 'l1', null];
const WANTED = ['conversation-target', null, 'w1'];

test('what a new message would be about is asked for again when it is gone, and when that may have been missed', () => {
  const told = new Map<string, (payload: never) => void>();
  const store = createStore(() => ({ connection: 'online' }));
  const nothing = () => undefined;
  const messaging = {
    store,
    listingReceived: nothing,
    listingRemoved: nothing,
    wantedReceived: nothing,
    wantedRemoved: nothing,
  };
  startLiveConversations(
    memberSource(
      (event, listener) => void told.set(event, listener),
      // What is used of it.
      messaging as never,
    ),
    messaging as never,
  );
  const stale = () =>
    [LISTING, WANTED].filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);
  const hold = () => {
    for (const queryKey of [LISTING, WANTED]) queryClient.setQueryData(queryKey, {});
  };

  hold();
  told.get('wtb:removed')?.({ id: 'w1' } as never);
  expect(stale()).toEqual([WANTED]);
  hold();
  told.get('listing:removed')?.({ id: 'l1' } as never);
  expect(stale()).toEqual([LISTING]);
  hold();
  store.setState({ connection: 'connecting' });
  expect(stale()).toEqual([]);
  store.setState({ connection: 'online' });
  expect(stale()).toEqual([LISTING, WANTED]);
});
