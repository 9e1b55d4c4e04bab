import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allMatchesKey, unseenKey } from '../../../web/src/items/matching/keys.ts';
import { queryClient } from '../../../web/src/lib/query-client.ts';
import { memoryStorage } from '../../support/data/memory-storage.ts';

beforeEach(() => {
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, memoryStorage());
  // The page names no provider, as in development.
  vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null });
  vi.stubGlobal('location', new URL('https://shop.example/'));
});
afterEach(() => vi.unstubAllGlobals());

test('matches are refetched when either member blocks the other', async () => {
  const { startLiveBlocks } = await import('../../../web/src/app/live-blocks.ts');
  const listeners = new Map<string, (payload: never) => void>();
  const noop = () => undefined;
  const messaging = { receiveBlock: noop, receiveChangedMessage: noop, receiveConversation: noop };
  startLiveBlocks(
    (event, listener) => void listeners.set(event, listener),
    // Only the parts that are used.
    messaging as never,
  );
  const keys = [allMatchesKey('p1'), unseenKey('p1')];
  for (const queryKey of keys) queryClient.setQueryData(queryKey, {});
  listeners.get('block:changed')?.({ userId: 'p2', block: 'mine' } as never);
  expect(keys.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true]);
});
