import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../web/src/lib/query-client.ts';
import { allMatchesKey, unseenKey } from '../../../web/src/matching/keys.ts';
import { memoryStorage } from '../../support/data/memory-storage.ts';

beforeEach(() => {
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, memoryStorage());
  // The page says nothing of where people sign in, as in development.
  vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null });
  vi.stubGlobal('location', new URL('https://shop.example/'));
});
afterEach(() => vi.unstubAllGlobals());

test('what matches is asked for again when somebody blocks or is blocked: it may be a match no more', async () => {
  const { startLiveBlocks } = await import('../../../web/src/app/live-blocks.ts');
  const told = new Map<string, (payload: never) => void>();
  const nothing = () => undefined;
  const messaging = { blockChanged: nothing, messageChanged: nothing, conversationChanged: nothing };
  startLiveBlocks(
    (event, listener) => void told.set(event, listener),
    // What is used of it.
    messaging as never,
  );
  const keys = [allMatchesKey('p1'), unseenKey('p1')];
  for (const queryKey of keys) queryClient.setQueryData(queryKey, {});
  told.get('block:changed')?.({ userId: 'p2', block: 'mine' } as never);
  expect(keys.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true]);
});
