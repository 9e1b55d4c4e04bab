import { randomUUID } from 'node:crypto';
import type { SavedCount, SavedListing } from '@selvedge/shared/items/saved';
import { SAVED_MAX } from '@selvedge/shared/platform/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteLongRemoved } from '../../../../server/src/items/saved/queries.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { insertRows, readRows } from '../../../support/data/rows.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const DAY = 86_400_000;

describeOnEngines('a saved listing', ({ engine }) => {
  let world: World;
  let seller: Actor;
  let buyer: Actor;
  let listingId: string;
  beforeEach(async () => {
    world = await startWorld({ engine });
    [seller, buyer] = [await world.join('seller'), await world.join('buyer')];
    listingId = await addListing(world.db, seller.id);
  });
  afterEach(() => world.close());

  const call = (method: string, path: string, as: Actor = buyer, json?: unknown) =>
    world.call(method, path, { as, json });
  const change = async (method: 'PUT' | 'DELETE', id = listingId, as = buyer) =>
    (await call(method, `/api/listings/${id}/saved`, as)).status;
  const read = async <T>(path: string, as = buyer): Promise<T> =>
    (await (await call('GET', path, as)).json()) as T;
  const list = () => read<SavedListing[]>('/api/saved');
  const ids = () => read<string[]>('/api/saved/ids');
  const countFor = (as: Actor) => read<SavedCount>(`/api/listings/${listingId}/saved`, as);
  const joinSavers = async (count: number) => {
    const savers = await Promise.all(Array.from({ length: count }, (_, i) => world.join(`saver${i}`)));
    await Promise.all(savers.map((saver) => change('PUT', listingId, saver)));
    return savers;
  };

  test('is listed with the price of its day', async () => {
    expect(await change('PUT')).toBe(204);
    await call('PATCH', `/api/listings/${listingId}/price`, seller, { price: '320' });
    expect(await list()).toMatchObject([{ id: listingId, savedPrice: '365.00', price: '320.00' }]);
    expect(await ids()).toEqual([listingId]);
  });

  test('is marked in one listing for signed-in readers', async () => {
    const isSavedFor = async (as?: Actor) => {
      const response = await world.call('GET', `/api/listings/${listingId}`, as ? { as } : {});
      return ((await response.json()) as { isSaved?: boolean }).isSaved;
    };
    expect([await isSavedFor(), await isSavedFor(buyer)]).toEqual([undefined, false]);
    await change('PUT');
    expect([await isSavedFor(buyer), await isSavedFor(seller)]).toEqual([true, false]);
    expect(await isSavedFor()).toBeUndefined();
    expect(await list()).toMatchObject([{ isSaved: true }]);
    await world.set({ features: { saved: false } });
    expect(await isSavedFor(buyer)).toBeUndefined();
  });

  test('stays as it was when saved again', async () => {
    await change('PUT');
    const [first] = await list();
    await call('PATCH', `/api/listings/${listingId}/price`, seller, { price: '320' });
    expect(await change('PUT')).toBe(204);
    const [again] = await list();
    expect([again?.savedAt, again?.savedPrice]).toEqual([first?.savedAt, '365.00']);
  });

  test('can be removed twice', async () => {
    await change('PUT');
    expect([await change('DELETE'), await change('DELETE')]).toEqual([204, 204]);
    expect([await list(), await ids()]).toEqual([[], []]);
  });

  test('comes in pages, latest first', async () => {
    const other = await addListing(world.db, seller.id);
    await change('PUT', listingId);
    await change('PUT', other);
    const first = await call('GET', '/api/saved?limit=1');
    expect(((await first.json()) as SavedListing[]).map(({ id }) => id)).toEqual([other]);
    const [, next = ''] = /<(.+?)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect((await read<SavedListing[]>(next)).map(({ id }) => id)).toEqual([listingId]);
  });

  test('cannot be one of your own', async () => {
    expect(await change('PUT', listingId, seller)).toBe(409);
    expect(await read('/api/saved/ids', seller)).toEqual([]);
  });

  test('has to exist', async () => {
    expect([await change('PUT', randomUUID()), await change('PUT', 'nothing')]).toEqual([404, 404]);
  });

  test('is refused above the limit', async () => {
    const saved = async (id: string) => ({
      ...{ id: randomUUID(), memberId: buyer.id, listingId: id, savedAt: new Date() },
      ...{ savedPriceCents: 1, knownPriceCents: 1, knownState: 'available' as const },
    });
    const items = await Promise.all(Array.from({ length: SAVED_MAX }, () => addListing(world.db, seller.id)));
    await insertRows(world.db, 'savedItems', await Promise.all(items.map(saved)));
    const refused = await call('PUT', `/api/listings/${listingId}/saved`);
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: 'You have saved 1,000 items. Remove some to save more.' },
    ]);
    expect(await change('PUT', items[0])).toBe(204);
    expect(await readRows(world.db, 'savedItems')).toHaveLength(SAVED_MAX);
  }, 60_000);

  test('is shown as removed for 30 days', async () => {
    await change('PUT');
    await call('DELETE', `/api/listings/${listingId}`, seller);
    expect(await list()).toMatchObject([{ id: listingId, isRemoved: true, images: [], description: null }]);
    const removedAt = new Date(Date.now() - 31 * DAY);
    await world.db.transact((tx) =>
      tx.q.update(tx.t.listings).set({ removedAt }).returning({ id: tx.t.listings.id }),
    );
    expect(await list()).toEqual([]);
    await world.db.transact((tx) => deleteLongRemoved(tx, 10));
    expect(await ids()).toEqual([]);
  });

  test('vanishes while its seller is suspended', async () => {
    await change('PUT');
    const isSuspended = { isSuspended: true, removedAt: new Date() };
    const set = (values: { isSuspended: boolean; removedAt: Date | null }) =>
      world.db.transact((tx) => tx.q.update(tx.t.listings).set(values).returning({ id: tx.t.listings.id }));
    await set(isSuspended);
    expect([await list(), await change('PUT')]).toEqual([[], 404]);
    await set({ isSuspended: false, removedAt: null });
    expect(await list()).toMatchObject([{ id: listingId }]);
  });

  test.each(['buyer', 'seller'])('is hidden by a block of the %s', async (blocker) => {
    await change('PUT');
    const [one, other] = blocker === 'buyer' ? [buyer, seller] : [seller, buyer];
    await call('PUT', `/api/blocks/${other.id}`, one);
    expect([await list(), await change('PUT')]).toEqual([[], 404]);
    await call('DELETE', `/api/blocks/${other.id}`, one);
    expect(await list()).toMatchObject([{ id: listingId }]);
  });

  test('is counted for its seller from three members on', async () => {
    await joinSavers(2);
    expect(await countFor(seller)).toEqual({ count: null, notifiesAt: null });
    await change('PUT');
    expect(await countFor(seller)).toEqual({ count: 3, notifiesAt: '346.75' });
    expect(await countFor(buyer)).toMatchObject({ code: 'forbidden' });
  });

  test('is counted alike after a block', async () => {
    const [saver] = await joinSavers(3);
    await call('PUT', `/api/blocks/${saver?.id}`, seller);
    expect(await countFor(seller)).toMatchObject({ count: 3 });
  });

  test('is announced to its member alone', async () => {
    world.events.length = 0;
    await change('PUT');
    await change('PUT');
    await change('DELETE');
    expect(world.events).toEqual(
      [true, false].map((isSaved) => ({
        ...{ to: buyer.id, event: 'saved:changed' },
        payload: { listingId, isSaved },
      })),
    );
  });

  test('leaves no trace when switched off', async () => {
    await change('PUT');
    await world.set({ features: { saved: false } });
    for (const path of ['/api/saved', '/api/saved/ids', `/api/listings/${listingId}/saved`])
      expect((await call('GET', path)).status).toBe(404);
    expect(await change('PUT')).toBe(404);
    await world.set({ features: { saved: true } });
    expect(await ids()).toEqual([listingId]);
  });
});

test('nothing of saved listings is left when they are off', async () => {
  const world = await startWorld({ features: [] });
  const [seller, buyer] = [await world.join('seller'), await world.join('buyer')];
  const at = `/api/listings/${await addListing(world.db, seller.id)}`;
  const calls = [
    world.call('PUT', `${at}/saved`, { as: buyer }),
    world.call('PATCH', `${at}/saved`, { as: buyer, json: { targetPrice: '300' } }),
    world.call('GET', `${at}/saved`, { as: seller }),
    world.call('GET', '/api/saved', { as: buyer }),
    world.call('GET', '/api/saved/ids', { as: buyer }),
    world.call('GET', '/api/saved/settings', { as: buyer }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
  const listing = await (await world.call('GET', at, { as: buyer })).json();
  expect(listing).not.toHaveProperty('isSaved');
  const rows = (await (await world.call('GET', '/api/notifications/settings', { as: buyer })).json()) as {
    kind: string;
  }[];
  expect(rows.map(({ kind }) => kind)).not.toContain('saved-item');
  await world.close();
});
