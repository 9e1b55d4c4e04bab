import type { Listing } from '@selvedge/shared/items/listings';
import { beforeEach, describe, expect, test } from 'vitest';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const DAY_MS = 86_400_000;

let shop: World;
let owner: Actor;
let buyer: Actor;
let id: string;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  owner = await shop.join('marlow');
  buyer = await shop.join('odile');
  id = await addListing(shop.db, owner.id);
}

const act = (action: string, json?: unknown) =>
  shop.call('PATCH', `/api/listings/${id}/${action}`, { as: owner, json });
const changed = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as Listing;
};
const refused = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { code: string; message: string }),
});
const now = async () => (await (await shop.call('GET', `/api/listings/${id}`)).json()) as Listing;
const first = async () =>
  ((await (await shop.call('GET', '/api/listings')).json()) as Listing[])[0]?.id ?? null;
const openTalk = () =>
  openConversation(shop.product.ctx, buyer, {
    sellerId: owner.id,
    listingId: id,
    isWTB: false,
  });
const statuses = async (responses: Promise<Response>[]) => {
  const count: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) count[status] = (count[status] ?? 0) + 1;
  return count;
};
const fiftyTimes = (ask: () => Promise<Response>) => statuses(Array.from({ length: 50 }, ask));
/** Backdates the bumps of all listings. */
const wait = (ms: number) =>
  shop.db.transact(async ({ q, t }) => {
    const at = new Date(Date.now() - ms);
    await q.update(t.listings).set({ lastBumpAt: at, discountBumpAt: at, bumpedAt: at }).returning();
  });

describeOnBothEngines('a listing for sale', ({ engine }) => {
  beforeEach(() => open(engine));

  test('marking as sold by fifty concurrent requests happens once', async () => {
    expect(await fiftyTimes(() => act('sold'))).toEqual({ 200: 1, 409: 49 });
    expect(shop.events).toHaveLength(1);
  });

  test('a concurrent discount never applies to a sold listing', async () => {
    const [sold, discount] = await Promise.all([act('sold'), act('discount', { newPrice: '300' })]);
    expect(sold.status).toBe(200);
    expect([200, 409]).toContain(discount.status);
    expect(await now()).toMatchObject({ isSold: true, isDiscounted: discount.status === 200 });
  });

  test('a discount by fifty concurrent requests is applied once', async () => {
    expect(await fiftyTimes(() => act('discount', { newPrice: '300' }))).toEqual({ 200: 1, 400: 49 });
  });

  test('a bump by fifty concurrent requests happens once', { tags: ['single-sale'] }, async () => {
    expect(await fiftyTimes(() => act('bump'))).toEqual({ 200: 1, 429: 49 });
  });
});

describeOnEngines('a listing for sale', ({ engine }) => {
  beforeEach(() => open(engine));

  describe('marking as sold', () => {
    test('is possible only once', async () => {
      const listing = await changed(await act('sold'));
      expect(listing).toMatchObject({ id, isSold: true, soldAt: expect.any(String), price: '365.00' });
      expect(await now()).toMatchObject(listing);
      expect(shop.events).toEqual([{ event: 'listing:changed', payload: { listing } }]);
      expect(await refused(await act('sold'))).toMatchObject({ status: 409, code: 'conflict' });
      expect(shop.events).toHaveLength(1);
    });

    test('prevents further changes', { tags: ['single-sale'] }, async () => {
      await act('sold');
      const responses = [
        await act('discount', { newPrice: '100' }),
        await act('price', { price: '100' }),
        await act('bump'),
        await shop.call('PUT', `/api/listings/${id}`, { as: owner, json: listingOf(['x']) }),
      ];
      for (const response of responses) {
        expect(await refused(response)).toEqual({
          status: 409,
          code: 'conflict',
          message: 'This item has already been sold.',
        });
      }
    });
  });

  describe('a discount', () => {
    test('keeps the original price through further discounts', async () => {
      expect(await changed(await act('discount', { newPrice: '350' }))).toMatchObject({
        price: '350.00',
        originalPrice: '365.00',
        isDiscounted: true,
      });
      expect(await changed(await act('discount', { newPrice: 300.5 }))).toMatchObject({
        price: '300.50',
        originalPrice: '365.00',
      });
    });

    test('must be lower than the current price', {
      tags: ['honest-discounts'],
    }, async () => {
      const cases: [unknown, string][] = [
        [{ newPrice: '365' }, 'New price must be lower than current price'],
        [{ newPrice: '365.01' }, 'New price must be lower than current price'],
        [{ newPrice: '0' }, 'Price must be a positive number'],
        [{ newPrice: '-1' }, 'Price must be a positive number'],
        [{ newPrice: 'x' }, 'Price must be a positive number'],
        [{ newPrice: ' ' }, 'New price is required'],
        [{}, 'New price is required'],
      ];
      for (const [json, message] of cases) {
        expect(await refused(await act('discount', json)), JSON.stringify(json)).toMatchObject({
          status: 400,
          code: 'invalid_input',
          message,
          issues: [{ path: 'newPrice', message }],
        });
      }
      expect((await act('discount', { newPrice: '300', isSold: true })).status).toBe(400);
      expect(await now()).toMatchObject({ price: '365.00', isDiscounted: false });
      expect((await act('discount', { newPrice: '364.99' })).status).toBe(200);
    });

    test('of 10 percent moves the listing to the top', async () => {
      await addListing(shop.db, buyer.id);
      // 34.68 off 365.00 is 9.501 percent, and 34.67 is 9.499.
      await changed(await act('discount', { newPrice: '330.33' }));
      expect(await first()).not.toBe(id);
      id = await addListing(shop.db, owner.id, { bumpedAt: new Date(0) });
      await changed(await act('discount', { newPrice: '330.32' }));
      expect(await first()).toBe(id);
    });

    test('bumps once in 24 hours, independent of manual bumps', async () => {
      await changed(await act('discount', { newPrice: '300' }));
      const { bumpedAt } = await now();
      const again = await changed(await act('discount', { newPrice: '200' }));
      expect(again.bumpedAt).toBe(bumpedAt);
      expect((await act('bump')).status).toBe(200);
      await wait(DAY_MS);
      const later = await changed(await act('discount', { newPrice: '100' }));
      expect(Date.parse(later.bumpedAt)).toBeGreaterThanOrEqual(Date.parse(bumpedAt));
      expect(later.lastBumpAt).not.toBe(later.bumpedAt);
    });
  });

  test('Update Price clears the discount', async () => {
    await changed(await act('discount', { newPrice: '350' }));
    const { bumpedAt } = await now();
    for (const price of ['400', '20.50']) {
      const listing = await changed(await act('price', { price }));
      expect(listing).toMatchObject({ price: Number(price).toFixed(2), isDiscounted: false, bumpedAt });
      expect(listing).not.toHaveProperty('originalPrice');
    }
    for (const price of ['0', '10000000.01', '1e3', 'x']) {
      expect(await refused(await act('price', { price }))).toMatchObject({
        status: 400,
        message: 'Price must be a positive number up to $10,000,000',
      });
    }
    expect((await act('price', { price: '10000000' })).status).toBe(200);
    expect(await refused(await act('price', {}))).toMatchObject({ message: 'Price is required' });
  });

  describe('a bump', () => {
    test('moves the listing to the top once a day', async () => {
      await addListing(shop.db, buyer.id);
      const listing = await changed(await act('bump'));
      expect(await first()).toBe(id);
      expect(listing.lastBumpAt).toBe(listing.bumpedAt);
      expect(listing.createdAt).not.toBe(listing.bumpedAt);

      await wait(DAY_MS - 4.5 * 3_600_000);
      const early = await act('bump');
      const seconds = Number(early.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(4.4 * 3600);
      expect(seconds).toBeLessThanOrEqual(4.5 * 3600);
      expect(await refused(early)).toEqual({
        status: 429,
        code: 'rate_limited',
        message: 'You can bump this again in 5h',
      });
      await wait(DAY_MS);
      expect((await act('bump')).status).toBe(200);
    });
  });

  describe('an edit', () => {
    const photo = async (as = owner) => shop.uploaded(as, await webpPicture(30, 40));
    const edit = (json: unknown) => shop.call('PUT', `/api/listings/${id}`, { as: owner, json });
    let images: string[];
    beforeEach(async () => {
      images = [await photo(), await photo()];
      const made = await shop.call('POST', '/api/listings', { as: owner, json: listingOf(images) });
      ({ id } = (await made.json()) as Listing);
    });

    test('changes text, never price or position', { tags: ['honest-discounts'] }, async () => {
      const { seller, ...before } = await now();
      const json = { ...listingOf(images.toReversed(), { brand: 'Écru', title: 'New title' }), price: '1' };
      const listing = await changed(await edit(json));
      expect(listing).toEqual({
        ...before,
        seller: listing.seller,
        brand: 'Écru',
        title: 'New title',
        images: images.toReversed(),
        placeholders: before.placeholders.toReversed(),
      });
      expect(seller).toMatchObject(listing.seller);
      expect((await shop.call('GET', '/api/listings?brand=ecru')).headers.get('x-total-count')).toBe('1');
      const { price: _, ...without } = json;
      expect((await edit(without)).status).toBe(200);
    });

    test('deletes the files of removed photos', async () => {
      const added = await photo();
      const listing = await changed(await edit(listingOf([added, images[1] ?? ''])));
      expect(listing.images).toEqual([added, images[1]]);
      await expect.poll(async () => (await shop.call('GET', images[0] ?? '')).status).toBe(404);
      for (const url of listing.images) expect((await shop.call('GET', url)).status).toBe(200);
      expect((await edit(listingOf([images[0] ?? '']))).status).toBe(400);
    });

    test("with another member's photos changes nothing", async () => {
      const before = await now();
      const foreign = await photo(buyer);
      const response = await edit(listingOf([foreign], { title: 'Mine now' }));
      expect(await refused(response)).toMatchObject({ status: 400, issues: [{ path: 'images' }] });
      expect(await now()).toEqual(before);
      for (const url of images) expect((await shop.call('GET', url)).status).toBe(200);
    });

    test('is validated like the form', async () => {
      const cases: [Record<string, unknown>, string][] = [
        [{ title: ' ' }, 'Title is required'],
        [{ title: 'x'.repeat(101) }, 'Title must be less than 100 characters'],
        [{ description: 'x'.repeat(1_501) }, 'Description must be less than 1,500 characters'],
        [{ size: 'XXXXXL' }, 'Size must be less than 5 characters'],
        [{ images: [] }, 'No images: Please upload at least one image'],
        [
          { images: Array.from({ length: 9 }, (_, n) => `${n}`) },
          'Too many images: You can upload up to 8 images only',
        ],
      ];
      for (const [changes, message] of cases) {
        expect(await refused(await edit({ ...listingOf(images), ...changes }))).toMatchObject({
          status: 400,
          message,
        });
      }
      for (const field of ['sellerId', 'isSold', 'originalPrice', 'createdAt', 'bumpedAt', 'id']) {
        expect((await edit({ ...listingOf(images), [field]: '1' })).status, field).toBe(400);
      }
    });

    test('removal deletes the photos', {
      tags: ['admin-removals'],
    }, async () => {
      const remove = () => shop.call('DELETE', `/api/listings/${id}`, { as: owner });
      await openTalk();
      expect((await remove()).status).toBe(204);
      await expect.poll(async () => (await shop.call('GET', images[1] ?? '')).status).toBe(404);
      expect((await shop.call('GET', images[0] ?? '')).status).toBe(200);
      const { conversation } = await openTalk();
      expect(conversation.listing).toMatchObject({
        title: listingOf([]).title,
        isRemoved: true,
        images: [images[0]],
      });

      const quiet = await photo();
      const made = await shop.call('POST', '/api/listings', { as: owner, json: listingOf([quiet]) });
      ({ id } = (await made.json()) as Listing);
      expect((await remove()).status).toBe(204);
      await expect.poll(async () => (await shop.call('GET', quiet)).status).toBe(404);
    });
  });

  test('a removed listing disappears everywhere', async () => {
    const admin = await shop.join('warden', { isAdmin: true });
    const remove = () => shop.call('DELETE', `/api/admin/listings/${id}`, { as: admin });
    expect(await statuses(Array.from({ length: 5 }, remove))).toEqual({ 204: 1, 404: 4 });
    expect((await shop.call('GET', `/api/listings/${id}`)).status).toBe(404);
    expect(await first()).toBeNull();
    expect((await shop.call('PATCH', `/api/listings/${id}/sold`, { as: owner })).status).toBe(404);
    await expect(openTalk()).rejects.toMatchObject({
      code: 'conflict',
      message: 'This listing is no longer available.',
    });
    expect(shop.events).toEqual([{ event: 'listing:removed', payload: { id } }]);
  });

  test('the owner may also remove a sold listing', async () => {
    await act('sold');
    expect((await shop.call('DELETE', `/api/listings/${id}`, { as: owner })).status).toBe(204);
  });
});
