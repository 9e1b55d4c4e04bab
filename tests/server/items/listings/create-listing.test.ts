import type { Listing } from '@selvedge/shared/items/listings';
import { beforeEach, expect, test } from 'vitest';
import { DELETED_NAME } from '../../../../server/src/members/deleted.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { type ListingInput, listingOf } from '../../../support/data/listing-form.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

let shop: World;
let seller: Actor;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  seller = await shop.join('Marlow');
}

const photo = async (as = seller) => shop.uploaded(as, await webpPicture(30, 40));
const create = (json: unknown, as = seller) => shop.call('POST', '/api/listings', { as, json });
const listed = async () => ((await (await shop.call('GET', '/api/listings')).json()) as Listing[]).length;

describeOnBothEngines('creating a listing', ({ engine }) => {
  beforeEach(() => open(engine));

  test('concurrent listings with the same photos create one', async () => {
    const [a, b] = [await photo(), await photo()];
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create(listingOf(n % 2 ? [a, b] : [b, a]))),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(400)]);
    expect(await listed()).toBe(1);
  });
});

describeOnEngines('creating a listing', ({ engine }) => {
  beforeEach(() => open(engine));

  test('returns the listing, which everyone can then find', async () => {
    const images = [await photo(), await photo()];
    const response = await create(listingOf(images, { title: '  Type II\ttrucker ', price: 99.5 }));
    expect(response.status).toBe(201);
    const listing = (await response.json()) as Listing;
    expect(listing).toMatchObject({
      sellerId: seller.id,
      seller: { id: seller.id, username: 'Marlow', profileImageUrl: null, isAdmin: false },
      title: 'Type II trucker',
      brand: 'Kapital',
      price: '99.50',
      isDiscounted: false,
      isSold: false,
      soldAt: null,
      images,
    });
    expect(listing.placeholders).toHaveLength(2);
    expect(listing).not.toHaveProperty('originalPrice');
    expect(listing.bumpedAt).toBe(listing.createdAt);
    expect(Object.keys(listing.seller).sort()).toEqual(['id', 'isAdmin', 'profileImageUrl', 'username']);
    const found = await shop.call('GET', `/api/listings/${listing.id}`);
    expect(found.status).toBe(200);
    // It also has what only a page of a single listing shows.
    expect(await found.json()).toMatchObject(listing);
  });

  test('is refused after the member has deleted the account', async () => {
    const images = [await photo()];
    await updateRows(shop.db, 'users', { username: DELETED_NAME }, { id: seller.id });
    expect((await create(listingOf(images))).status).toBe(404);
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    expect((await shop.call('POST', '/api/wtb-listings', { as: seller, json: wanted })).status).toBe(404);
    expect(await listed()).toBe(0);
  });

  test('photos appear in the requested order', async () => {
    const [first, second, third] = [await photo(), await photo(), await photo()];
    const order = [third, first, second];
    expect(((await (await create(listingOf(order))).json()) as Listing).images).toEqual(order);
  });

  test('a photo belongs to one listing only', async () => {
    const image = await photo();
    expect((await create(listingOf([image]))).status).toBe(201);
    const again = await create(listingOf([image]));
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'images' }] });
    expect(await listed()).toBe(1);
  });

  test('a listing refused for one photo leaves others unused', async () => {
    const [mine, other] = [await photo(), await photo(await shop.join('odile'))];
    expect((await create(listingOf([mine, other]))).status).toBe(400);
    expect((await create(listingOf([mine]))).status).toBe(201);
  });

  test("only the member's own uploads here are accepted", {
    tags: ['own-uploads'],
  }, async () => {
    const image = await photo();
    const foreign = [
      `https://evil.example${image}`,
      `//evil.example${image}`,
      `http://127.0.0.1:9${image}`,
      image.replace('-1800.webp', '-320.webp'),
      image.replace('/media/', '/media/../media/'),
      `${image}?x=1`,
      `${image}#`,
      image.slice('/media/'.length),
      'javascript:alert(1)',
      'data:image/webp;base64,AAAA',
      '/media/',
      '\u0000',
      '',
    ];
    for (const url of foreign) expect((await create(listingOf([url]))).status, url).toBe(400);
    expect((await create(listingOf([image], { title: 'still free' }))).status).toBe(201);
  });

  test('every rule of the form has its message', async () => {
    const image = await photo();
    const cases: [Partial<Record<keyof ListingInput, unknown>>, string][] = [
      [{ title: ' ' }, 'Title is required'],
      [{ title: 'x'.repeat(101) }, 'Title must be less than 100 characters'],
      [{ description: 'x'.repeat(1_501) }, 'Description must be less than 1,500 characters'],
      [{ size: 'XXXXXL' }, 'Size must be less than 5 characters'],
      [{ price: '' }, 'Price is required'],
      [{ price: '0' }, 'Price must be a positive number up to $10,000,000'],
      [{ price: '-5' }, 'Price must be a positive number up to $10,000,000'],
      [{ price: '1e3' }, 'Price must be a positive number up to $10,000,000'],
      [{ price: '10000000.01' }, 'Price must be a positive number up to $10,000,000'],
      [{ images: [] }, 'No images: Please upload at least one image'],
      [
        { images: Array.from({ length: 9 }, (_, n) => `${n}`) },
        'Too many images: You can upload up to 8 images only',
      ],
      [{ images: [image, image] }, 'The same image is listed twice'],
    ];
    for (const [changes, message] of cases) {
      const response = await create({ ...listingOf([image]), ...changes });
      expect(response.status, message).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_input', message });
    }
    for (const field of ['category', 'condition'] as const) {
      expect((await create({ ...listingOf([image]), [field]: 'Hats' })).status).toBe(400);
    }
    expect(await listed()).toBe(0);
  });

  test('fields the member does not control cannot be set', { tags: ['strict-input'] }, async () => {
    const image = await photo();
    for (const field of ['sellerId', 'isSold', 'originalPrice', 'createdAt', 'bumpedAt', 'id', 'isAdmin']) {
      const response = await create({ ...listingOf([image]), [field]: '1' });
      expect(response.status, field).toBe(400);
    }
    const poisoned = JSON.stringify(listingOf([image])).replace('{', '{"__proto__":{"isSold":true},');
    const response = await shop.call('POST', '/api/listings', {
      as: seller,
      body: poisoned,
      headers: { 'content-type': 'application/json' },
    });
    expect([201, 400]).toContain(response.status);
    for (const listing of (await (await shop.call('GET', '/api/listings')).json()) as Listing[]) {
      expect(listing.isSold).toBe(false);
    }
  });

  test('a body not declared as JSON is not read', async () => {
    const body = JSON.stringify(listingOf([await photo()]));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type };
      expect((await shop.call('POST', '/api/listings', { as: seller, body, headers })).status).toBe(415);
    }
    expect(await listed()).toBe(0);
  });

  test('unusual characters are stored unchanged', async () => {
    const family = '👨‍👩‍👧‍👦';
    const brand = family.repeat(50);
    const response = await create(listingOf([await photo()], { brand, title: `Robe "'%_\\ ${family} 织` }));
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ brand, title: `Robe "'%_\\ ${family} 织` });
  });
});
