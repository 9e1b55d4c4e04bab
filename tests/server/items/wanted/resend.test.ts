import type { Wanted } from '@selvedge/shared/items/wanted';
import { v4 as uuidv4 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { openMatchmaker, wantedOf } from '../../../support/people/matchmaker.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

describeOnBothEngines('resending a WTB with its client id', ({ engine }) => {
  let shop: World;
  let buyer: Actor;
  let json: Record<string, unknown>;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    buyer = await shop.join('Odile');
    json = wantedOf({ clientId: uuidv4() });
  });

  const post = (body = json, as = buyer) => shop.call('POST', '/api/wtb-listings', { as, json: body });
  const listed = async () => (await (await shop.call('GET', '/api/wtb-listings')).json()) as Wanted[];
  const made = async (response: Response) => {
    expect(response.status).toBe(201);
    return (await response.json()) as Wanted;
  };

  test('returns the first WTB without a second event', async () => {
    const first = await made(await post());
    expect(first).not.toHaveProperty('clientId');
    expect(await made(await post())).toEqual(first);
    expect(await made(await post({ ...json, title: 'Another' }))).toEqual(first);
    expect(await listed()).toEqual([first]);
    expect(shop.events.map(({ event }) => event)).toEqual(['wtb:new']);
  });

  test('eight times at once creates one WTB', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, async () => made(await post())));
    const [one, ...others] = await listed();
    expect(others).toEqual([]);
    expect(responses).toEqual(Array(8).fill(one));
    expect(shop.events).toHaveLength(1);
  });

  test('returns the WTB in its current state', async () => {
    const { id } = await made(await post());
    const edited = wantedOf({ title: 'Edited' });
    expect(
      (await shop.call('PUT', `/api/wtb-listings/${id}`, { as: buyer, json: { ...json, ...edited } })).status,
    ).toBe(400);
    await shop.call('PUT', `/api/wtb-listings/${id}`, { as: buyer, json: edited });
    await shop.call('PUT', `/api/wtb-listings/${id}/fulfill`, { as: buyer });
    expect(await made(await post())).toMatchObject({ id, title: 'Edited', isFulfilled: true });
    expect(await listed()).toEqual([]);
  });

  test('returns not_found once the WTB has been removed', async () => {
    const { id } = await made(await post());
    await shop.call('DELETE', `/api/wtb-listings/${id}`, { as: buyer });
    const again = await post();
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ code: 'not_found', message: 'WTB listing not found' });
    expect(await listed()).toEqual([]);
  });

  test("another member's same client id creates a separate WTB", async () => {
    await made(await post());
    const stranger = await shop.join('marlow');
    expect((await made(await post(json, stranger))).buyer.id).toBe(stranger.id);
    for (const _ of Array(2)) await made(await post(wantedOf(), stranger));
    expect(await listed()).toHaveLength(4);
    expect((await post({ ...json, clientId: 'x' })).status).toBe(400);
  });
});

test('a resent listing or WTB is not matched again', async () => {
  const world = await openWorld();
  const { list, postWanted, settled, isSettled } = openMatchmaker(world);
  const buyer = await world.join('Odile');
  const json = { clientId: uuidv4() };
  const [wantedId, listingId] = [await postWanted(buyer, json), await list(buyer, json)];
  await settled();
  // From here on, no job processes the matching queue.
  await world.product.closeFeature('matching');
  expect(await postWanted(buyer, json)).toBe(wantedId);
  expect(await list(buyer, json)).toBe(listingId);
  expect(await isSettled()).toBe(true);
});
