import { Match } from '@selvedge/shared/items/matches';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test } from 'vitest';
import { next, openTab } from '../support/clients/socket.ts';
import { listingOf } from '../support/data/listing-form.ts';
import { joinWorld } from '../support/people/account.ts';
import { addUpload } from '../support/people/market.ts';
import { openWorld } from '../support/world.ts';

test("a match reaches only the WTB's owner", async () => {
  const world = await openWorld();
  const [seller, buyer] = [await joinWorld(world, 'seller'), await joinWorld(world, 'buyer')];
  const tabs = [await openTab(world, buyer), await openTab(world, buyer)];
  const others = await openTab(world, seller, 'match:new');
  const wanted = { title: 'Ring coat', brand: 'Kapital', size: 'L', maxPrice: '900' };
  await buyer.call('POST', '/api/wtb-listings', wanted);
  const received = tabs.map(({ client }) => next<EventPayload<'match:new'>>(client, 'match:new'));
  const { id: listingId } = await seller.list('Ring coat, indigo');
  const [one, two] = await Promise.all(received);
  expect(Match.parse(one)).toEqual(two);
  expect(one).toMatchObject({ listing: { id: listingId }, wtb: { buyer: { id: buyer.id } }, isSeen: false });

  // Events arrive in order, so an earlier match would have arrived too.
  const after = next(others.client, 'listing:new');
  const images = [await addUpload(world.db, seller.id)];
  await seller.call('POST', '/api/listings', listingOf(images, { brand: 'Visvim' }));
  await after;
  expect(others.received).toEqual([]);
});
