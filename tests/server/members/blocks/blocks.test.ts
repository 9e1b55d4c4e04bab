import { randomUUID } from 'node:crypto';
import type { Person } from '@selvedge/shared/members/users';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

interface Item {
  id: string;
}

describeOnBothEngines('blocking a member', ({ engine }) => {
  let shop: World;
  let marlow: Actor;
  let odile: Actor;
  let third: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    marlow = await shop.join('marlow');
    odile = await shop.join('odile');
    third = await shop.join('third');
  });
  const status = async (method: string, path: string, as?: Actor) =>
    (await shop.call(method, path, as && { as })).status;
  const ids = async (path: string, as?: Actor) => {
    const response = await shop.call('GET', path, as && { as });
    return ((await response.json()) as Item[]).map(({ id }) => id);
  };

  test("hides both members' items from each other only", async () => {
    const listing = await addListing(shop.db, marlow.id);
    const wanted = await addWanted(shop.db, marlow.id);
    const others = await addListing(shop.db, odile.id);
    const othersWanted = await addWanted(shop.db, odile.id);
    expect(await status('PUT', `/api/blocks/${odile.id}`, marlow)).toBe(204);

    const lists = (id: string, wantedId: string, who: string): [string, string][] => [
      ['/api/listings', id],
      ['/api/listings?brand=kapi', id],
      ['/api/listings?sort=newest', id],
      ['/api/listings?category=Outerwear&maxPrice=500', id],
      [`/api/users/${who}/listings`, id],
      ['/api/wtb-listings', wantedId],
      ['/api/wtb-listings?q=ring', wantedId],
      [`/api/users/${who}/wtb-listings`, wantedId],
    ];
    const ofMarlow = lists(listing, wanted, 'marlow');
    const ofOdile = lists(others, othersWanted, 'odile');
    const admin = await shop.join('admin', { isAdmin: true });
    for (const viewer of [undefined, third, admin]) {
      for (const [path, id] of [...ofMarlow, ...ofOdile]) expect(await ids(path, viewer), path).toContain(id);
      expect(await status('GET', `/api/listings/${listing}`, viewer)).toBe(200);
    }
    // The blocker sees an empty profile; the blocked member gets 404.
    for (const [path, id] of ofOdile) expect(await ids(path, marlow), path).not.toContain(id);
    for (const [path, id] of ofMarlow) {
      if (path.includes('/users/')) expect(await status('GET', path, odile), path).toBe(404);
      else expect(await ids(path, odile), path).not.toContain(id);
    }
    for (const path of [`/api/listings/${listing}`, `/api/wtb-listings/${wanted}`, '/api/users/marlow']) {
      expect(await status('GET', path, odile), path).toBe(404);
    }
    for (const path of [`/api/listings/${others}`, `/api/wtb-listings/${othersWanted}`]) {
      expect(await status('GET', path, marlow), path).toBe(404);
    }
    const profile = await (await shop.call('GET', '/api/users/odile', { as: marlow })).json();
    expect(profile).toMatchObject({ username: 'odile', isBlocked: true, activeCount: 0, wtbCount: 0 });

    expect(await status('DELETE', `/api/blocks/${odile.id}`, marlow)).toBe(204);
    for (const [path, id] of ofMarlow) expect(await ids(path, odile), path).toContain(id);
    expect(await status('GET', `/api/listings/${others}`, marlow)).toBe(200);
  });

  test('does not shorten pages', async () => {
    const shown: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      await addListing(shop.db, marlow.id);
      shown.unshift(await addListing(shop.db, third.id));
    }
    await shop.call('PUT', `/api/blocks/${marlow.id}`, { as: odile });
    const walked: string[][] = [];
    for (let path: string | undefined = '/api/listings?limit=2'; path; ) {
      const response: Response = await shop.call('GET', path, { as: odile });
      walked.push(((await response.json()) as Item[]).map(({ id }) => id));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(walked.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(walked.flat().toSorted()).toEqual(shown.toSorted());
    const counted = await shop.call('GET', '/api/listings?brand=kapital&limit=2', { as: odile });
    expect(counted.headers.get('x-total-count')).toBe('5');
  });

  test('a member can list only their own blocks', async () => {
    for (const person of [odile, third]) await shop.call('PUT', `/api/blocks/${person.id}`, { as: marlow });
    await shop.call('PUT', `/api/blocks/${odile.id}`, { as: marlow });
    const first = await shop.call('GET', '/api/blocks?limit=1', { as: marlow });
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const names = [
      ...((await first.json()) as Person[]),
      ...((await (await shop.call('GET', next, { as: marlow })).json()) as Person[]),
    ].map(({ username }) => username);
    expect(names.toSorted()).toEqual(['odile', 'third']);
    expect(await ids('/api/blocks', odile)).toEqual([]);
    // Members can only lift their own blocks.
    expect(await status('DELETE', `/api/blocks/${marlow.id}`, odile)).toBe(204);
    expect(await ids('/api/blocks', marlow)).toHaveLength(2);
  });

  test('notifies each member from their own point of view', async () => {
    await shop.call('PUT', `/api/blocks/${odile.id}`, { as: marlow });
    await shop.call('PUT', `/api/blocks/${marlow.id}`, { as: odile });
    await shop.call('DELETE', `/api/blocks/${odile.id}`, { as: marlow });
    const blocksSentTo = (person: Actor) => () =>
      shop.events
        .filter(({ to }) => to === person.id)
        .map(({ payload }) => (payload as { block: string }).block);
    await expect.poll(blocksSentTo(marlow)).toEqual(['mine', 'mine', 'theirs']);
    await expect.poll(blocksSentTo(odile)).toEqual(['theirs', 'mine', 'mine']);
  });

  test('needs another existing member', async () => {
    expect(await status('PUT', `/api/blocks/${marlow.id}`, marlow)).toBe(400);
    expect(await status('PUT', `/api/blocks/${randomUUID()}`, marlow)).toBe(404);
    expect(await status('PUT', '/api/blocks/odile', marlow)).toBe(404);
    expect(await status('PUT', `/api/blocks/${marlow.id}`)).toBe(401);
    expect(await status('GET', '/api/blocks')).toBe(401);
  });

  test('an invalid token shows what visitors see', async () => {
    const listing = await addListing(shop.db, marlow.id);
    const headers = { authorization: 'Bearer of-yesterday' };
    expect((await shop.call('GET', `/api/listings/${listing}`, { headers })).status).toBe(200);
  });
});
