import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { listConversations } from '../../../../server/src/conversations/list-conversations.ts';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { presentConversation } from '../../../../server/src/conversations/present.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const NEW_WORDS = {
  title: 'Ring coat, black',
  brand: 'Kapital',
  size: '4',
  maxPrice: '1050.50',
  description: null,
};
const HOUR = 3_600_000;

let shop: World;
let buyer: Actor;
let other: Actor;
let admin: Actor;
let id: string;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  buyer = await shop.join('odile');
  other = await shop.join('marlow');
  admin = await shop.join('boss');
  admin.isAdmin = true;
  id = await addWanted(shop.db, buyer.id);
}

const put = (verb: '' | '/bump' | '/fulfill', as: Actor | undefined = buyer, of = id) =>
  shop.call('PUT', `/api/wtb-listings/${of}${verb}`, { as, ...(verb === '' && { json: NEW_WORDS }) });
const remove = (as: Actor | undefined = buyer, of = id) =>
  shop.call('DELETE', `/api/wtb-listings/${of}`, { as });
const all: [name: string, call: (as?: Actor, of?: string) => Promise<Response>][] = [
  ['edit', (as, of) => put('', as, of)],
  ['bump', (as, of) => put('/bump', as, of)],
  ['found', (as, of) => put('/fulfill', as, of)],
  ['delete', (as, of) => remove(as, of)],
];
const read = async () => (await (await shop.call('GET', `/api/wtb-listings/${id}`)).json()) as Wanted;
const firstIds = async () =>
  ((await (await shop.call('GET', '/api/wtb-listings')).json()) as Wanted[]).map((one) => one.id);
const setAll = (state: { bumpedAt?: Date; lastBumpAt?: Date }) => updateRows(shop.db, 'wanted', state);
const setLastBump = (hoursAgo: number) => setAll({ lastBumpAt: new Date(Date.now() - hoursAgo * HOUR) });
const statuses = (responses: Response[]) => responses.map(({ status }) => status).toSorted();

describeOnBothEngines('my own WTB', ({ engine }) => {
  beforeEach(() => open(engine));

  describe('bumped', () => {
    test('moves to the top', async () => {
      const newer = await addWanted(shop.db, other.id);
      // Long ago, so the new bump is later at any clock resolution.
      await setAll({ bumpedAt: new Date(Date.now() - HOUR) });
      const before = await read();
      expect(await firstIds()).toEqual([newer, id]);
      const response = await put('/bump');
      expect(response.status).toBe(200);
      const wtb = (await response.json()) as Wanted;
      expect(wtb).toEqual({ ...before, bumpedAt: wtb.bumpedAt });
      expect(wtb.bumpedAt > before.bumpedAt).toBe(true);
      expect(await firstIds()).toEqual([id, newer]);
      expect(shop.events).toEqual([{ event: 'wtb:changed', payload: { wtb } }]);
    });

    test('can be bumped again after a day', async () => {
      await setLastBump(19);
      const early = await put('/bump');
      expect(early.status).toBe(429);
      expect(await early.json()).toEqual({
        code: 'rate_limited',
        message: 'You can bump this again in 5h',
      });
      const wait = Number(early.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(4 * 3600);
      expect(wait).toBeLessThanOrEqual(5 * 3600);
      await setLastBump(24);
      expect((await put('/bump')).status).toBe(200);
      expect((await put('/bump')).status).toBe(429);
      expect(shop.events).toHaveLength(1);
    });

    test('by twenty concurrent requests moves to the top once', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => put('/bump')));
      expect(statuses(responses)).toEqual([200, ...Array.from({ length: 19 }, () => 429)]);
      expect(shop.events).toHaveLength(1);
    });
  });

  describe('marked as found', () => {
    test('leaves the lists', async () => {
      const response = await put('/fulfill');
      expect(response.status).toBe(200);
      const wtb = (await response.json()) as Wanted;
      expect(wtb.isFulfilled).toBe(true);
      expect(await read()).toEqual(wtb);
      expect(await firstIds()).toEqual([]);
      expect(await (await shop.call('GET', '/api/users/odile')).json()).toMatchObject({ wtbCount: 0 });
      for (const verb of ['', '/bump', '/fulfill'] as const) {
        const again = await put(verb);
        expect(again.status, verb).toBe(409);
        expect(await again.json()).toEqual({
          code: 'conflict',
          message: 'This WTB listing is marked as found',
        });
      }
      expect(shop.events).toEqual([{ event: 'wtb:changed', payload: { wtb } }]);
      expect((await remove()).status).toBe(204);
    });

    test('by twenty concurrent requests is fulfilled once', async () => {
      const found = Promise.all(Array.from({ length: 20 }, () => put('/fulfill')));
      const edits = Promise.all(Array.from({ length: 5 }, () => put('')));
      expect(statuses(await found)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
      for (const status of statuses(await edits)) expect([200, 409]).toContain(status);
      expect((await read()).isFulfilled).toBe(true);
    });
  });

  describe('removed', () => {
    test('is gone everywhere', async () => {
      expect((await remove()).status).toBe(204);
      expect((await shop.call('GET', `/api/wtb-listings/${id}`)).status).toBe(404);
      expect(await firstIds()).toEqual([]);
      expect(await (await shop.call('GET', '/api/users/odile')).json()).toMatchObject({ wtbCount: 0 });
      expect(shop.events).toEqual([{ event: 'wtb:removed', payload: { id } }]);
      for (const [name, call] of all) expect((await call()).status, name).toBe(404);
      expect(shop.events).toHaveLength(1);
    });

    test('by ten concurrent requests is removed once', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => remove()));
      expect(statuses(responses)).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    });

    test('stays visible in its conversations', async () => {
      const ctx = shop.product.ctx;
      const removed = await addWanted(shop.db, buyer.id);
      for (const wtbListingId of [id, removed]) {
        await openConversation(ctx, other, { sellerId: buyer.id, wtbListingId, isWTB: true });
      }
      await put('/fulfill');
      await remove(buyer, removed);
      const { rows } = await shop.db.read((conn) =>
        listConversations(conn, other.id, { limit: 10, from: null }),
      );
      const items = rows.map(
        (row): Conversation['wtbListing'] => presentConversation(row, other.id).wtbListing,
      );
      expect(items.toSorted((a, b) => Number(a?.isRemoved) - Number(b?.isRemoved))).toMatchObject([
        { id, title: 'Ring coat, indigo', isFulfilled: true, isRemoved: false },
        { id: removed, title: 'Ring coat, indigo', isFulfilled: false, isRemoved: true },
      ]);
      for (const wtbListingId of [id, removed]) {
        const again = await openConversation(ctx, other, { sellerId: buyer.id, wtbListingId, isWTB: true });
        expect(again.isNew).toBe(false);
        await expect(
          openConversation(ctx, admin, { sellerId: buyer.id, wtbListingId, isWTB: true }),
        ).rejects.toMatchObject({ code: 'conflict', message: 'This listing is no longer available.' });
      }
    });
  });
});

describeOnEngines('my own WTB', ({ engine }) => {
  beforeEach(() => open(engine));

  test('can be changed only by its owner', { tags: ['wtb-owner'] }, async () => {
    const before = await read();
    for (const [name, call] of all) {
      for (const stranger of [other, admin]) {
        const response = await call(stranger);
        expect(response.status, name).toBe(403);
        expect(await response.json()).toEqual({ code: 'forbidden', message: 'This is not your WTB listing' });
      }
      expect((await call(buyer, uuidv7())).status, name).toBe(404);
      expect((await call(other, 'nothing')).status, name).toBe(404);
    }
    expect(await read()).toEqual(before);
    expect(shop.events).toEqual([]);
  });

  test("is edited by the form's rules", async () => {
    const newer = await addWanted(shop.db, other.id);
    const response = await put('');
    expect(response.status).toBe(200);
    const wtb = (await response.json()) as Wanted;
    expect(wtb).toMatchObject({ ...NEW_WORDS, id, buyer: { username: 'odile' } });
    expect(await read()).toEqual(wtb);
    expect(await firstIds()).toEqual([newer, id]);
    const found = await shop.call('GET', '/api/wtb-listings?q=black');
    expect(await found.json()).toEqual([wtb]);
    expect(shop.events).toEqual([{ event: 'wtb:changed', payload: { wtb } }]);

    for (const [changes, message] of [
      [{ title: '' }, 'Required'],
      [{ size: 'x'.repeat(11) }, 'Size must be less than 10 characters'],
      [{ maxPrice: '0' }, 'Budget must be a positive number up to $10,000,000'],
    ] as const) {
      const json = { ...NEW_WORDS, ...changes };
      const refused = await shop.call('PUT', `/api/wtb-listings/${id}`, { as: buyer, json });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ message });
    }
    for (const field of ['id', 'buyerId', 'isFulfilled', 'bumpedAt', 'createdAt']) {
      const json = { ...NEW_WORDS, [field]: true };
      const refused = await shop.call('PUT', `/api/wtb-listings/${id}`, { as: buyer, json });
      expect(refused.status, field).toBe(400);
    }
    expect(await read()).toEqual(wtb);
  });

  test('a new WTB is announced to everyone', async () => {
    const response = await shop.call('POST', '/api/wtb-listings', { as: buyer, json: NEW_WORDS });
    expect(shop.events).toEqual([{ event: 'wtb:new', payload: { wtb: await response.json() } }]);
  });
});
