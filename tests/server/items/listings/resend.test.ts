import type { Listing } from '@selvedge/shared/items/listings';
import { v4 as uuidv4 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { type ListingInput, listingOf } from '../../../support/data/listing-form.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

let shop: World;
let seller: Actor;
let clientId: string;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  seller = await shop.join('Marlow');
  clientId = uuidv4();
}

const photo = async (as = seller) => shop.uploaded(as, await webpPicture(30, 40));
const create = (json: ListingInput, as = seller) => shop.call('POST', '/api/listings', { as, json });
/** The listings of the grid, each as a single listing. */
const listed = async () => {
  const listings = (await (await shop.call('GET', '/api/listings')).json()) as Listing[];
  return listings.map((listing): Listing => ({ ...listing, proofPhoto: null }));
};
/** A form submission whose response may get lost. */
const submission = async (as = seller) => listingOf([await photo(as), await photo(as)], { clientId });
const made = async (response: Response) => {
  expect(response.status).toBe(201);
  return (await response.json()) as Listing;
};

describeOnBothEngines('resending a listing with its client id', ({ engine }) => {
  beforeEach(() => open(engine));

  test('returns the first listing without a second event', async () => {
    const json = await submission();
    const first = await made(await create(json));
    expect(first.images).toEqual(json.images);
    expect(first).not.toHaveProperty('clientId');
    expect(await made(await create(json))).toEqual(first);
    expect(await made(await create({ ...json, clientId: clientId.toUpperCase() }))).toEqual(first);
    expect(await listed()).toEqual([first]);
    expect(shop.events.map(({ event }) => event)).toEqual(['listing:new']);
  });

  test('eight times at once creates one listing', async () => {
    const json = await submission();
    const responses = await Promise.all(Array.from({ length: 8 }, async () => made(await create(json))));
    const [one, ...others] = await listed();
    expect(others).toEqual([]);
    expect(responses).toEqual(Array(8).fill(one));
    expect(shop.events).toHaveLength(1);
  });

  test('with another text returns the first listing', async () => {
    const first = await made(await create(await submission()));
    const images = [await photo()];
    expect(await made(await create(listingOf(images, { clientId, title: 'Another' })))).toEqual(first);
    expect((await made(await create(listingOf(images, { clientId: uuidv4() })))).images).toEqual(images);
    expect(await listed()).toHaveLength(2);
  });

  test("another member's same client id creates a separate listing", async () => {
    const first = await made(await create(await submission()));
    const stranger = await shop.join('odile');
    const theirs = await made(await create(await submission(stranger), stranger));
    expect(theirs.sellerId).toBe(stranger.id);
    expect((await listed()).map(({ id }) => id)).toEqual([theirs.id, first.id]);
  });
});

describeOnEngines('resending a listing with its client id', ({ engine }) => {
  beforeEach(() => open(engine));

  test('returns the listing in its current state', async () => {
    const json = await submission();
    const { id } = await made(await create(json));
    const { clientId: _, ...fields } = json;
    await shop.call('PUT', `/api/listings/${id}`, { as: seller, json: { ...fields, title: 'Edited' } });
    await shop.call('PATCH', `/api/listings/${id}/discount`, { as: seller, json: { newPrice: '300' } });
    await shop.call('PATCH', `/api/listings/${id}/sold`, { as: seller });
    const [now] = await listed();
    expect(await made(await create(json))).toEqual(now);
    expect(now).toMatchObject({ id, title: 'Edited', price: '300.00', isSold: true });
  });

  test('returns not_found once the listing has been removed', async () => {
    const json = await submission();
    const { id } = await made(await create(json));
    await shop.call('DELETE', `/api/listings/${id}`, { as: seller });
    for (const images of [json.images, [await photo()]]) {
      const again = await create({ ...json, images });
      expect(again.status).toBe(404);
      expect(await again.json()).toMatchObject({ code: 'not_found', message: 'Listing not found' });
    }
    expect(await listed()).toEqual([]);
  });

  test('after a refusal can still create it', async () => {
    const json = await submission();
    expect((await create({ ...json, images: ['/media/x-1800.webp'] })).status).toBe(400);
    expect((await made(await create(json))).images).toEqual(json.images);
  });

  test('creates another listing without a client id', async () => {
    for (const _ of Array(2)) await made(await create(listingOf([await photo()])));
    expect(await listed()).toHaveLength(2);
  });

  test('needs a UUID as client id', async () => {
    const json = await submission();
    expect((await create({ ...json, clientId: 'x' })).status).toBe(400);
    const { id } = await made(await create(json));
    expect((await shop.call('PUT', `/api/listings/${id}`, { as: seller, json })).status).toBe(400);
  });
});
