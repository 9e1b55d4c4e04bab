import { Listing } from '@selvedge/shared/listings';
import type { EventPayload } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../server/src/core/actor.ts';
import type { Database } from '../../server/src/db/database.ts';
import { bumpListing } from '../../server/src/listings/bump-listing.ts';
import type { Acting } from '../../server/src/listings/context.ts';
import { createListing } from '../../server/src/listings/create-listing.ts';
import { discountListing } from '../../server/src/listings/discount-listing.ts';
import { markSold } from '../../server/src/listings/mark-sold.ts';
import { removeListing } from '../../server/src/listings/remove-listing.ts';
import { setPrice } from '../../server/src/listings/set-price.ts';
import { createLog } from '../../server/src/observability/log.ts';
import { addListing, addPerson } from '../support/people/market.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let seller: Actor;
let clients: Client[];

beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  seller = await addPerson(db, 'marlow');
  const other = await addPerson(db, 'odile');
  clients = [];
  for (const person of [seller, seller, other]) {
    live.tokens.set(person.id, person);
    const client = live.connect(person.id);
    await next(client, 'connect');
    clients.push(client);
  }
});
afterEach(() => live.close());

const act = <T>(verb: (acting: Acting) => Promise<T>): Promise<T> =>
  db.transact((tx) =>
    verb({
      tx,
      actor: seller,
      publish: live.publish,
      log: createLog('error'),
      bumpCooldownHours: 24,
      discardPhotos: async () => undefined,
    }),
  );
/** What every socket hears first under a name while something is done, and what that answers. */
async function heardOf<T, P>(event: string, work: () => Promise<T>): Promise<{ done: T; heard: P[] }> {
  const hearing = Promise.all(clients.map((client) => next<P>(client, event)));
  const done = await work();
  return { done, heard: await hearing };
}

test('price, sale, bump and discount reach every tab of everybody who is signed in, as the page shows them', async () => {
  const id = await addListing(db, seller.id);
  const verbs: ((acting: Acting) => Promise<Listing>)[] = [
    (acting) => setPrice(acting, id, { price: 40_000 }),
    (acting) => discountListing(acting, id, { newPrice: 30_000 }),
    (acting) => bumpListing(acting, id),
    (acting) => markSold(acting, id),
  ];
  for (const verb of verbs) {
    const { done: listing, heard } = await heardOf<Listing, EventPayload<'listing:changed'>>(
      'listing:changed',
      () => act(verb),
    );
    expect(Listing.parse(listing)).toEqual(listing);
    expect(heard).toEqual([{ listing }, { listing }, { listing }]);
  }
  const { heard } = await heardOf<string, EventPayload<'listing:removed'>>('listing:removed', () =>
    act((acting) => removeListing(acting, id, 'remove')),
  );
  expect(heard).toEqual([{ id }, { id }, { id }]);
});

test('a new listing reaches everybody, and one that was undone nobody', async () => {
  const told: unknown[] = [];
  for (const client of clients) client.on('listing:new', ({ listing }) => told.push(listing.title));
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
  const undone = act(async (acting) => {
    await createListing(acting, input('undone'));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const { heard } = await heardOf('listing:new', () => act((acting) => createListing(acting, input('done'))));
  expect(heard).toHaveLength(3);
  expect(told).toEqual(['done', 'done', 'done']);
});
