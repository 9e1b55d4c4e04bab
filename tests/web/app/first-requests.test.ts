import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { MemberSource } from '../../../web/src/app/live-source.ts';
import { queryClient } from '../../../web/src/lib/query-client.ts';
import { memoryStorage } from '../../support/data/memory-storage.ts';

vi.mock('../../../web/src/ui/toast.ts', () => ({ toast: { success: () => undefined } }));
for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, memoryStorage());
// The page names no provider, as in development.
vi.stubGlobal('document', { getElementById: () => null, querySelector: () => null });
vi.stubGlobal('location', new URL('https://shop.example/'));

const { startLiveConversations } = await import('../../../web/src/app/live-conversations.ts');
const { startLiveHolds } = await import('../../../web/src/app/live-holds.ts');
const { startLiveItemEvents } = await import('../../../web/src/app/live-item-events.ts');
const { startLiveListings } = await import('../../../web/src/app/live-listings.ts');
const { startLiveMatches } = await import('../../../web/src/app/live-matches.ts');
const { startLiveWanted } = await import('../../../web/src/app/live-wanted.ts');

const listeners = new Map<string, ((payload: never) => void)[]>();
const source: MemberSource = {
  on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  onReturn: () => undefined,
};
// Only the parts that are used.
startLiveConversations(source, {
  markListingRemoved: () => undefined,
  markWantedRemoved: () => undefined,
} as never);
for (const start of [
  startLiveHolds,
  startLiveItemEvents,
  startLiveListings,
  startLiveMatches,
  startLiveWanted,
])
  start(source);

test.each([
  ['listing:removed', { id: 'l1' }, ['conversation-target', 'l1', null]],
  ['listing:removed', { id: 'l1' }, ['item-events', 'l1']],
  ['listing:removed', { id: 'l1' }, ['profile', 'ana']],
  ['listing:freed', { listing: { id: 'l1' } }, ['listing', 'l1', 'line']],
  ['match:new', {}, ['matches', 'p1']],
  ['wtb:removed', { id: 'w1' }, ['profile', 'ana']],
  ['person:removed', { id: 'p2' }, ['profile', 'ana']],
])('%s with %j repeats the first request of %j', async (event, payload, queryKey) => {
  const replies: ((data: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => replies.push(resolve));
  const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  for (const listener of listeners.get(event) ?? []) listener(payload as never);
  await new Promise(setImmediate);
  replies[0]?.('older');
  replies.at(-1)?.('newer');
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  expect(queryClient.getQueryData(queryKey)).toBe('newer');
  stop();
  queryClient.clear();
});
