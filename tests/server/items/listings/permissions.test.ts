import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const READS = [
  'GET /api/listings',
  'GET /api/listings/:listing',
  'GET /api/wtb-listings',
  'GET /api/wtb-listings/:wanted',
  'GET /api/users/:username',
  'GET /api/users/:username/listings',
  'GET /api/users/:username/wtb-listings',
];
// The status of an empty request by a member without items: not 401, so the request is examined.
const WRITES: [call: string, forMembers: number][] = [
  ['POST /api/listings', 400],
  ['POST /api/wtb-listings', 400],
  ['PUT /api/wtb-listings/:wanted', 400],
  ['PUT /api/wtb-listings/:wanted/bump', 403],
  ['PUT /api/wtb-listings/:wanted/fulfill', 403],
  ['DELETE /api/wtb-listings/:wanted', 403],
  ['POST /api/uploads/listings', 415],
];

describeOnEngines('permissions', ({ engine }) => {
  let shop: World;
  let owner: Actor;
  let other: Actor;
  let ids: Record<string, string>;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    owner = await shop.join('marlow');
    other = await shop.join('odile');
    ids = {
      ':listing': await addListing(shop.db, owner.id),
      ':wanted': await addWanted(shop.db, owner.id),
      ':username': 'marlow',
    };
  });
  const pathOf = (call: string, of = ids) =>
    call.replace(/^\S+ /, '').replace(/:\w+/, (name) => of[name] ?? name);

  test('everyone may read items', async () => {
    for (const call of READS) {
      const bodies = [];
      for (const as of [undefined, other, owner]) {
        const response = await shop.call('GET', pathOf(call), as ? { as } : {});
        expect(response.status, call).toBe(200);
        // Only who has signed in learns of this.
        bodies.push((await response.text()).replace(/,"isSaved":false/, ''));
      }
      expect(new Set(bodies).size, call).toBe(1);
    }
  });

  test('only members may write', async () => {
    for (const [call, forMembers] of WRITES) {
      const path = pathOf(call);
      const [method = ''] = call.split(' ');
      const json = call.includes('uploads') ? undefined : {};
      const refused = [
        await shop.call(method, path, { json }),
        await shop.call(method, path, { json, headers: { authorization: 'Bearer nonsense' } }),
        await shop.call(method, path, { json, headers: { authorization: `Basic ${owner.sessionId}` } }),
      ];
      for (const response of refused) {
        expect(response.status, call).toBe(401);
        expect(await response.json()).toEqual({ code: 'unauthorized', message: 'Unauthorized' });
      }
      expect((await shop.call(method, path, { as: other, json })).status, call).toBe(forMembers);
    }
  });

  test('what does not exist is not found', { tags: ['not-found'] }, async () => {
    const missing = [
      { ':listing': uuidv7(), ':wanted': uuidv7(), ':username': 'nobody' },
      { ':listing': '1', ':wanted': 'x', ':username': 'no body' },
      { ':listing': '%00', ':wanted': '%00', ':username': 'marlow%00' },
      { ':listing': "' or 1=1", ':wanted': '__proto__', ':username': 'x'.repeat(300) },
    ];
    for (const call of READS.filter((read) => read.includes(':'))) {
      for (const of of missing) {
        const response = await shop.call('GET', pathOf(call, of));
        expect(response.status, pathOf(call, of)).toBe(404);
        expect(await response.json()).toMatchObject({ code: 'not_found' });
      }
    }
    const unknown = await shop.call('GET', '/api/users/nobody');
    expect(await unknown.json()).toEqual({ code: 'not_found', message: 'User not found' });
    const nothing = await shop.call('GET', `/api/listings/${uuidv7()}`);
    expect(await nothing.json()).toEqual({ code: 'not_found', message: 'Listing not found' });
  });
});
