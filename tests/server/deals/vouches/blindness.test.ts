import type { OwnVouch, SignedVouches } from '@selvedge/shared/deals/vouches';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findVersion } from '../../../../server/src/platform/cache/queries.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { openVouching, type Vouching } from '../../../support/people/vouching.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';

describeOnEngines('before a vouch is public', ({ engine }) => {
  let db: Database;
  let world: Vouching;
  let dealId: string;
  beforeEach(async () => {
    world = await openVouching({ engine });
    ({ db } = world);
    dealId = await world.addDeal();
    await ageForTrust(db);
  });
  afterEach(() => void vi.useRealTimers());

  /** Everything that anyone but its writer can observe, also by trying to act on the vouch. */
  async function observed(vouchId: string | null) {
    const { shop, seller, admin, stranger, listingId, exported } = world;
    await world.announce();
    const see = async (as: Actor | undefined, method: string, path: string, json?: unknown) => {
      const response = await shop.call(method, path, { ...(as && { as }), json });
      const text = await response.text();
      // Each signature is random, and of the time at which it was made.
      const shown = text.replace(/"signature":"[^"]*"|"signedAt":"[^"]*"/g, '');
      return [
        path,
        response.status,
        response.headers.get('etag'),
        response.headers.get('x-total-count'),
        shown,
      ];
    };
    const calls = [
      ...[
        '/api/deals',
        '/api/listings',
        `/api/listings/${listingId}`,
        '/api/users/odile',
        '/api/users/marlow',
      ],
      ...['/api/users/odile/vouches', '/api/users/marlow/vouches?limit=1', '/api/users/marlow/listings'],
      ...['/api/admin/reports', '/api/admin/log'],
    ];
    const seen: unknown[] = [];
    for (const as of [undefined, seller, stranger, admin]) {
      for (const path of calls) seen.push(await see(as, 'GET', path));
      if (!as || vouchId === null) continue;
      seen.push(await see(as, 'POST', `/api/vouches/${vouchId}/answer`, { text: 'No' }));
      seen.push(await see(as, 'DELETE', `/api/admin/vouches/${vouchId}`, { reason: 'No' }));
      seen.push(await see(as, 'POST', '/api/reports', { subject: 'vouch', id: vouchId, reason: 'spam' }));
    }
    const stored = await db.read(async ({ q, t }) => {
      // Sessions record which token they were given last.
      const { vouches: _, authSessions: __, ...others } = t;
      return Promise.all(Object.values(others).map((table) => q.select().from(table as typeof t.users)));
    });
    const exports = [await exported(seller), await exported(stranger)];
    return structuredClone({
      seen,
      stored,
      exports,
      mails: await shop.mails(),
      notices: await world.notices(),
      events: shop.events,
    });
  }
  const version = () => db.read((conn) => findVersion(conn, {}));

  test('no other member notices any difference', {
    tags: ['blind-vouches'],
  }, async () => {
    const { buyer, seller, write, later, shop } = world;
    const guessed = '01a00000-0000-7000-8000-000000000001';
    const before = await observed(guessed);
    const market = await version();
    const own = (await (await write(buyer, dealId, 'bad', 'A hole.')).json()) as OwnVouch;
    const blind = {
      ...before,
      seen: JSON.parse(JSON.stringify(before.seen).replaceAll(guessed, own.id)) as unknown[],
    };
    expect(await observed(own.id)).toEqual(blind);
    later(7);
    await write(buyer, dealId, 'mixed', 'A small hole.');
    expect(await observed(own.id)).toEqual(blind);
    // Nor could it be inferred from the time that cached responses take.
    expect(await version()).toEqual(market);
    later(7 - 1 / 86_400_000);
    expect(await observed(own.id)).toEqual(blind);

    later(1 / 86_400_000);
    const after = await observed(null);
    expect(after.notices).toMatchObject([
      { to: seller.id, text: 'New vouch from odile', path: '/profile/marlow' },
    ]);
    expect(after.exports[0]).toContain('A small hole.');
    // The response that visitors get from the cache is renewed.
    const listing = await (await shop.call('GET', `/api/listings/${world.listingId}`)).json();
    expect(listing).toMatchObject({ seller: { trust: { deals: 1, members: 1, vouches: 1 } } });
    const { vouches } = (await (await shop.call('GET', '/api/users/marlow/vouches')).json()) as SignedVouches;
    expect(vouches).toMatchObject([{ id: own.id, rating: 'mixed' }]);
    await world.announce();
    expect(await world.notices()).toHaveLength(1);
  });

  test("the other member's own vouch is accepted as usual", async () => {
    const { buyer, seller, write, notices } = world;
    const other = await world.addDeal();
    await write(buyer, dealId, 'bad', 'A hole.');
    const [first, alone] = [await write(seller, dealId), await write(seller, other)];
    expect([first.status, alone.status]).toEqual([200, 200]);
    await world.announce();
    expect((await notices()).map(({ to }) => to)).toEqual([buyer.id, seller.id]);
    expect((await write(seller, dealId, 'bad')).status).toBe(409);
    expect((await write(seller, other, 'bad')).status).toBe(200);
  });
});
