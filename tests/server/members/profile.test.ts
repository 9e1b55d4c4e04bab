import type { Profile } from '@selvedge/shared/members/users';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { addListing, addWanted } from '../../support/people/market.ts';
import { describeOnEngines } from '../../support/servers/database.ts';
import { openWorld, type World } from '../../support/world.ts';

describeOnEngines('a public profile', ({ engine }) => {
  let shop: World;
  let person: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    person = await shop.join('Marlow');
  });
  const profile = async (username: string) => shop.call('GET', `/api/users/${username}`);

  test('has counts without private data', {
    tags: ['public-profile'],
  }, async () => {
    const other = await shop.join('odile');
    for (const state of [
      {},
      {},
      { isSold: true },
      { removedAt: new Date() },
      { isSold: true, removedAt: new Date() },
    ]) {
      await addListing(shop.db, person.id, state);
    }
    await addListing(shop.db, other.id);
    await addWanted(shop.db, person.id);
    await addWanted(shop.db, person.id, true);
    const response = await profile('Marlow');
    expect(response.status).toBe(200);
    const found = (await response.json()) as Profile;
    expect(found).toEqual({
      id: person.id,
      username: 'Marlow',
      profileImageUrl: null,
      isAdmin: false,
      business: null,
      createdAt: expect.any(String),
      activeCount: 2,
      soldCount: 1,
      wtbCount: 1,
      trust: { deals: 0, members: 0, vouches: 0 },
    });
    expect(new Date(found.createdAt).toISOString()).toBe(found.createdAt);
  });

  test('is found regardless of case', async () => {
    for (const name of ['marlow', 'MARLOW', 'mArLoW']) {
      expect(((await (await profile(name)).json()) as Profile).username).toBe('Marlow');
    }
    expect(await (await profile('odile')).json()).toEqual({ code: 'not_found', message: 'User not found' });
  });

  test('of a new member has zero counts', async () => {
    expect(await (await profile('marlow')).json()).toMatchObject({
      activeCount: 0,
      soldCount: 0,
      wtbCount: 0,
    });
  });
});
