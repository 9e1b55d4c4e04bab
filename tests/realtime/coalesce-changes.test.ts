import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noPublish, type Publish } from '../../server/src/platform/core/publish.ts';
import { coalesceChanges } from '../../server/src/platform/realtime/coalesce-changes.ts';

const SECOND = 1_000;

let sent: unknown[];
let changes: ReturnType<typeof coalesceChanges>;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  const toEveryone: Publish['toEveryone'] = (event, payload, except) => {
    const item = 'listing' in payload ? payload.listing.price : 'wtb' in payload ? payload.wtb.maxPrice : '';
    sent.push([event, item, ...(except ?? [])]);
  };
  changes = coalesceChanges({ ...noPublish, toEveryone });
});
afterEach(() => {
  vi.useRealTimers();
});

// Only these fields matter to the test.
const listing = (price: string, id = 'one') =>
  ({ listing: { id, sellerId: 'seller', price } }) as EventPayload<'listing:changed'>;
const change = (price: string, id?: string) =>
  changes.publish.toEveryone('listing:changed', listing(price, id), [`not for ${price}`]);
const sentOf = (price: string) => ['listing:changed', price, `not for ${price}`];

test('the last of several rapid changes is published', async () => {
  for (const price of ['1', '2', '3']) change(price);
  change('4', 'another');
  expect(sent).toEqual([sentOf('1'), sentOf('4')]);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(sent).toEqual([sentOf('1'), sentOf('4'), sentOf('3')]);
  change('5');
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(sent.at(-1)).toEqual(sentOf('5'));
  await vi.advanceTimersByTimeAsync(SECOND);
  change('6');
  expect(sent.at(-1)).toEqual(sentOf('6'));
});

test('a flood of changes is published once a second', async () => {
  for (let n = 0; n < 100; n += 1) {
    change(String(n));
    await vi.advanceTimersByTimeAsync(SECOND / 10);
  }
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(sent.length).toBeLessThanOrEqual(12);
  expect(sent.at(-1)).toEqual(sentOf('99'));
});

test('no older change follows a removal', {
  tags: ['coalesced-changes'],
}, async () => {
  change('1');
  change('2');
  changes.publish.toEveryone('listing:removed', { id: 'one' });
  expect(sent.at(-1)).toEqual(['listing:removed', '']);
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(sent).toHaveLength(2);
});

test('no change follows the removal of the owner', { tags: ['coalesced-changes'] }, async () => {
  change('1');
  change('2');
  changes.publish.toEveryone('person:removed', { id: 'seller' });
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(sent).toEqual([sentOf('1'), ['person:removed', '']]);
});

test('a stopping server publishes pending changes', {
  tags: ['coalesced-changes'],
}, async () => {
  change('1');
  change('2');
  changes.close();
  expect(sent).toEqual([sentOf('1'), sentOf('2')]);
  change('3');
  change('4');
  expect(sent).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect(sent).toHaveLength(4);
});
