import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test } from 'vitest';
import { openTab } from '../support/clients/socket.ts';
import { joinWorld } from '../support/people/account.ts';
import { addListing } from '../support/people/market.ts';
import { openWorld } from '../support/world.ts';

const CHANGES = 20;

/** The prices in a visitor's stream of events. */
async function* pricesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const price = /^event: listing:changed\n.*"price":"([^"]+)"/s.exec(text.slice(0, end))?.[1];
      if (price) yield price;
      text = text.slice(end + 2);
    }
  }
}

test('rapid price changes arrive at most once a second', {
  tags: ['coalesced-changes'],
}, async () => {
  const world = await openWorld();
  const owner = await joinWorld(world, 'owner');
  const id = await addListing(world.db, owner.id);
  const { client: socket } = await openTab(world, await world.join('member'));
  const seen: string[] = [];
  socket.on(
    'listing:changed',
    ({ listing }: EventPayload<'listing:changed'>) => void seen.push(listing.price),
  );
  const live = await fetch(`${world.url}/api/live`);
  const stream = pricesOf(live.body as ReadableStream<Uint8Array>);
  const visitor: string[] = [];

  const startedAt = performance.now();
  for (let n = 1; n <= CHANGES; n += 1) {
    const { price } = await owner.call<{ price: string }>('PATCH', `/api/listings/${id}/price`, {
      price: String(100 + n),
    });
    // The owner's response always has the current state.
    expect(price).toBe(`${100 + n}.00`);
  }
  const last = `${100 + CHANGES}.00`;
  while (visitor.at(-1) !== last) visitor.push((await stream.next()).value ?? last);
  await expect.poll(() => seen.at(-1), { timeout: 60_000 }).toBe(last);
  const seconds = (performance.now() - startedAt) / 1000;
  // One more than the elapsed intervals, because the first change is published immediately.
  expect(seen.length).toBeLessThanOrEqual(Math.floor(seconds) + 2);
  expect(visitor).toEqual(seen);
  await stream.return(undefined);
});
