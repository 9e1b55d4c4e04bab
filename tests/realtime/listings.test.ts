import { Listing } from '@selvedge/shared/items/listings';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { beforeAll, expect, test } from 'vitest';
import { bumpListing } from '../../server/src/items/listings/bump-listing.ts';
import { createListing } from '../../server/src/items/listings/create-listing.ts';
import { discountListing } from '../../server/src/items/listings/discount-listing.ts';
import { markSold } from '../../server/src/items/listings/mark-sold.ts';
import { removeListing } from '../../server/src/items/listings/remove-listing.ts';
import { setPrice } from '../../server/src/items/listings/set-price.ts';
import type { Actor } from '../../server/src/platform/core/actor.ts';
import type { Ctx } from '../../server/src/platform/core/ctx.ts';
import { type Client, next, openTab } from '../support/clients/socket.ts';
import type { Member } from '../support/people/accounts.ts';
import { addListing } from '../support/people/market.ts';
import { undone } from '../support/servers/following.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();
let seller: Member;
let clients: Client[];

beforeAll(async () => {
  seller = await world.join('marlow');
  clients = [];
  for (const person of [seller, seller, await world.join('odile')])
    clients.push((await openTab(world, person)).client);
});

/** Runs `work` and returns its result, with the first event of a name that each socket receives. */
async function eventsDuring<T, P>(
  event: string,
  work: () => Promise<T>,
): Promise<{ done: T; received: P[] }> {
  const receiving = Promise.all(clients.map((client) => next<P>(client, event)));
  const done = await work();
  return { done, received: await receiving };
}

test('every change of a listing reaches every member', async () => {
  const verbs: ((ctx: Ctx, actor: Actor, id: string) => Promise<Listing>)[] = [
    (ctx, actor, id) => setPrice(ctx, actor, id, { price: 40_000 }),
    (ctx, actor, id) => discountListing(ctx, actor, id, { newPrice: 30_000 }),
    bumpListing,
    markSold,
  ];
  // Each has a listing of its own: changes of one are sent at most once a second.
  for (const verb of verbs) {
    const id = await addListing(world.db, seller.id);
    const { done: listing, received } = await eventsDuring<Listing, EventPayload<'listing:changed'>>(
      'listing:changed',
      () => verb(world.product.ctx, seller, id),
    );
    expect(Listing.parse(listing)).toEqual(listing);
    expect(received).toEqual([{ listing }, { listing }, { listing }]);
  }
  const id = await addListing(world.db, seller.id);
  const { received } = await eventsDuring<void, EventPayload<'listing:removed'>>('listing:removed', () =>
    removeListing(world.product.ctx, seller, id),
  );
  expect(received).toEqual([{ id }, { id }, { id }]);
});

test('a new listing reaches every member', async () => {
  const titles: unknown[] = [];
  for (const client of clients) client.on('listing:new', ({ listing }) => titles.push(listing.title));
  const input = (title: string) => ({
    title,
    description: null,
    brand: 'Kapital',
    category: 'Outerwear' as const,
    size: 'L',
    condition: 'Used' as const,
    price: 36_500,
    images: [],
  });
  const rolledBack = createListing(undone(world.product.ctx), seller, input('undone'));
  await expect(rolledBack).rejects.toThrow('undone');
  const { received } = await eventsDuring('listing:new', () =>
    createListing(world.product.ctx, seller, input('done')),
  );
  expect(received).toHaveLength(3);
  expect(titles).toEqual(['done', 'done', 'done']);
});
