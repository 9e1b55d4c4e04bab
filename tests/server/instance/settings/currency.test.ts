import type { Instance } from '@selvedge/shared/instance/instance';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../../server/src/instance/settings/change-settings.ts';
import { foldedColumns } from '../../../../server/src/items/listings/folded-columns.ts';
import { readSettings } from '../../../../server/src/platform/settings/settings.ts';
import { joinWorld } from '../../../support/people/account.ts';
import { addListing, addMember, addWanted } from '../../../support/people/market.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { describeOnBothEngines, describeOnEngines, engines } from '../../../support/servers/database.ts';
import { metaOf, structuredOf } from '../../../support/servers/site.ts';
import { openWorld, startWorld, type World } from '../../../support/world.ts';

/** How a price in dollars would read. */
const DOLLARS = /\$\s?\d|\bUSD\b|dollars/;
const REFUSAL =
  'in USD. Another currency would leave the numbers as they are: only the operator can change it, with `instance set currency <code> --force`.';

describe.each(engines())('an instance in euros (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  async function open() {
    server = await startWorld({ engine });
    const text = async (path: string) => (await fetch(server.url + path)).text();
    await changeSettings(server.db, { currency: 'EUR', timeZone: 'Europe/Lisbon' }, null);
    await expect.poll(() => text('/'), { timeout: 60_000 }).toContain('"EUR"');
    const [seller, buyer] = [await joinWorld(server, 'seller'), await joinWorld(server, 'buyer')];
    const listing = await seller.list();
    const wanted = await buyer.call<Wanted>('POST', '/api/wtb-listings', {
      ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900.5' },
    });
    return { text, seller, buyer, listing, wanted };
  }

  test('has no price in dollars on any page', async () => {
    const { text, listing, wanted } = await open();
    const page = await text(`/listing/${listing.id}`);
    expect(metaOf(page)).toMatchObject({
      description: '€365 · Size L · Used.',
      'product:price:currency': 'EUR',
    });
    expect(structuredOf(page)).toMatchObject({ offers: { price: '365.00', priceCurrency: 'EUR' } });
    expect(await text(`/wtb/${wanted.id}`)).toContain('up to €900.50');
    expect(await text('/')).toContain('<div class="price">€365</div>');
    expect(await text('/feed.xml')).toContain('€365 · Size L · Used.');
    expect(await text('/api/openapi.json')).toContain('a decimal string of euros');
    const paths = ['/', '/wtb', `/wtb/${wanted.id}`, `/listing/${listing.id}`, '/feed.xml', '/api/docs'];
    for (const path of [...paths, `/profile/${listing.seller.username}`, '/api/asyncapi.json'])
      expect(await text(path), path).not.toMatch(DOLLARS);
  });

  test('names its time zone in every page', async () => {
    const { text } = await open();
    const json = /id="instance"[^>]*>(.*?)<\/script>/s.exec(await text('/'))?.[1] ?? '{}';
    expect(JSON.parse(json) as Instance).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Lisbon' });
  });

  test('refuses offers in euros', async () => {
    const { seller, buyer, listing } = await open();
    const offersOf = `/api/conversations/${(await buyer.openConversation(listing)).id}/offers`;
    const offer = (amount: string, listingPrice = '365') =>
      buyer.request('POST', offersOf, { clientId: crypto.randomUUID(), amount, listingPrice });
    const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;
    expect(await (await offer('300')).json()).toMatchObject({ content: 'Offered €300, open for 48 hours.' });
    expect(await messageOf(await offer('400'))).toBe('You can offer up to €365.');
    expect(await messageOf(await offer('300', '390'))).toBe('The price has changed to €365. Look again.');
    const dear = await seller.request('PATCH', `/api/listings/${listing.id}/price`, { price: '10000001' });
    expect(dear.status).toBe(400);
    expect(await dear.json()).toMatchObject({
      message: 'Price must be a positive number up to €10,000,000',
      issues: [{ message: 'Price must be a positive number up to €10,000,000' }],
    });
  });
});

describeOnEngines('the currency', ({ engine }) => {
  test('cannot be changed once there is a price', async () => {
    const shop = await openWorld({ engine });
    const { db } = shop;
    const as = await shop.join('admin', { isAdmin: true });
    const change = async (json: object) => {
      const response = await shop.call('PATCH', '/api/admin/instance', { as, json });
      return [response.status, ((await response.json()) as { message?: string }).message];
    };
    expect(await change({ currency: 'EUR' })).toEqual([200, undefined]);
    expect(await change({ currency: null })).toEqual([200, undefined]);
    await addListing(db, as.id, { removedAt: new Date() });
    expect(await change({ currency: 'EUR' })).toEqual([409, `1 price is ${REFUSAL}`]);
    await addWanted(db, as.id, true);
    expect(await change({ name: 'Tide', currency: 'EUR' })).toEqual([409, `2 prices are ${REFUSAL}`]);
    expect(await change({ name: 'Tide', currency: 'USD' })).toEqual([200, undefined]);
    expect(await readSettings(db)).toMatchObject({ name: 'Tide', currency: 'USD' });
  });
});

describeOnBothEngines('the currency', ({ openDb }) => {
  test('cannot change while a price is being posted', async () => {
    const db = await openDb();
    const seller = await addMember(db, 'seller');
    let post = () => {};
    const isPosting = new Promise<void>((resolve) => {
      post = resolve;
    });
    const id = await addListing(db, seller.id, { removedAt: new Date() });
    await db.transact(({ q, t }) => q.delete(t.listings).where(eq(t.listings.id, id)).returning());
    const posting = db.transact(async (tx) => {
      await tx.q.insert(tx.t.listings).values(rowOf(seller.id)).returning({ id: tx.t.listings.id });
      post();
      // Long enough for the change to be decided, if it did not wait.
      for (let n = 0; n < 20; n += 1) await tx.q.select({ id: tx.t.users.id }).from(tx.t.users);
    });
    await isPosting;
    const changing = changeSettings(db, { currency: 'EUR' }, null);
    await posting;
    await expect(changing).rejects.toThrow(`1 price is ${REFUSAL}`);
    expect(await readSettings(db)).toMatchObject({ currency: 'USD' });
  });
});

const CATEGORY = { category: 'Outerwear', condition: 'Used' } as const;
const rowOf = (sellerId: string) => ({
  ...{ id: crypto.randomUUID(), sellerId, title: 'Ring coat', brand: 'Kapital' },
  ...{
    ...CATEGORY,
    ...foldedColumns({ brand: 'Kapital', size: 'L', title: 'Ring coat' }),
    size: 'L',
    priceCents: 36_500,
    photos: [],
  },
  ...{ createdAt: new Date(), bumpedAt: new Date() },
});

test('the operator can change the currency by force', async () => {
  const server = await openWorld();
  const listing = await (await joinWorld(server)).list();
  const run = (words: string) => runOperator(words.split(' '), server.env);
  expect(await run('instance set currency EUR')).toMatchObject({
    code: 1,
    errors: `1 price is ${REFUSAL}`,
  });
  expect(await run('instance set currency EUR --gently')).toMatchObject({ code: 2 });
  expect(await run('instance set currency EUR --force')).toMatchObject({ code: 0 });
  const page = async () => (await fetch(`${server.url}/listing/${listing.id}`)).text();
  await expect.poll(page, { timeout: 60_000 }).toContain('€365 · Size L');
});
