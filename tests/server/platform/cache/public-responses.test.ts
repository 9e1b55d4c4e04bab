import type { Listing } from '@selvedge/shared/items/listings';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Database, Tx } from '../../../../server/src/platform/db/database.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { addListing, addMember, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

describeOnBothEngines('a cached public response', ({ engine }) => {
  let db: Database;
  let shop: World;
  let seller: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    ({ db } = shop);
    seller = await shop.join('Marlow');
  });

  async function read(path: string, as?: Actor, of = shop) {
    const response = await of.call('GET', path, as && { as });
    const { status, headers } = response;
    return { status, body: (await response.json()) as unknown, etag: headers.get('etag'), headers };
  }
  const comparable = ({ status, body, etag, headers }: Awaited<ReturnType<typeof read>>) => ({
    ...{ status, body, etag },
    link: headers.get('link'),
    total: headers.get('x-total-count'),
  });
  const gridOf = async (as?: Actor) => (await read('/api/listings', as)).body as Listing[];

  test('equals an uncached response after any sequence of writes', async () => {
    const listings = [await addListing(db, seller.id), await addListing(db, seller.id)];
    const wanted = [await addWanted(db, seller.id), await addWanted(db, seller.id)];
    const paths = [
      ...[
        '/api/listings',
        '/api/listings?limit=1',
        '/api/listings?brand=kap',
        '/api/listings?fields=card',
        '/api/wtb-listings',
      ],
      ...listings.map((id) => `/api/listings/${id}`),
      ...wanted.map((id) => `/api/wtb-listings/${id}`),
    ];
    const writes: ((tx: Tx, n: number) => Promise<unknown>)[] = [
      ({ q, t: { listings: l } }, n) =>
        q
          .update(l)
          .set({ priceCents: n })
          .where(eq(l.id, listings[0] as string))
          .returning({ id: l.id }),
      ({ q, t: { listings: l } }, n) =>
        q
          .update(l)
          .set({ isSold: n % 2 === 0, bumpedAt: new Date(n) })
          .returning({ id: l.id }),
      ({ q, t: { listings: l } }, n) =>
        q
          .update(l)
          .set({ removedAt: n % 2 === 0 ? null : new Date(n) })
          .where(eq(l.id, listings[1] as string))
          .returning({ id: l.id }),
      ({ q, t: { wanted: w } }, n) =>
        q
          .update(w)
          .set({ title: `Coat ${n}`, isFulfilled: n % 3 === 0 })
          .returning({ id: w.id }),
      ({ q, t: { wanted: w } }, n) =>
        q
          .delete(w)
          .where(eq(w.id, wanted[n % 2] as string))
          .returning({ id: w.id }),
      ({ q, t: { users: u } }, n) => {
        const username = `Marlow${n % 5}`;
        return q.update(u).set({ username, usernameKey: username.toLowerCase() }).returning({ id: u.id });
      },
      ({ q, t: { users: u } }, n) =>
        q
          .update(u)
          .set({ isAdmin: n % 2 === 0, profileImageKey: `a/${n % 7}.webp` })
          .returning({ id: u.id }),
    ];
    // A query that nobody has requested yet, with the same meaning, is not cached.
    let unread = '';
    const uncached = (path: string) => {
      unread += '&';
      return read(`${path}${path.includes('?') ? '' : '?'}${unread}`);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(writes.length - 1), fc.nat(1_000), fc.nat(paths.length - 1)), {
          minLength: 3,
          maxLength: 8,
        }),
        async (steps) => {
          for (const [which, n, pathIndex] of steps) {
            // Write directly, as the command line or another node does: nothing notifies this instance.
            await db.transact(async (tx) => writes[which]?.(tx, n));
            const path = paths[pathIndex] as string;
            const fresh = await uncached(path);
            expect(comparable(await read(path)), path).toEqual(comparable(fresh));
          }
        },
      ),
      { numRuns: 12 },
    );
    const node = await openWorld({ env: shop.env });
    for (const path of paths)
      expect(comparable(await read(path)), path).toEqual(comparable(await read(path, undefined, node)));
  });

  test('is byte-identical until something changes', async () => {
    const id = await addListing(db, seller.id);
    for (const path of ['/api/listings', `/api/listings/${id}`]) {
      const first = await read(path);
      expect(first.etag).toMatch(/^W\/"[\w-]{43}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect((await read(path)).etag).toBe(first.etag);
      const headers = { 'if-none-match': `"other", ${first.etag}` };
      const known = await shop.call('GET', path, { headers });
      expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', first.etag]);
      await updateRows(db, 'listings', { title: `News at ${path}` });
      const changed = await shop.call('GET', path, { headers });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(first.etag);
    }
  });

  test('repeats the headers of the first response', async () => {
    for (let n = 0; n < 3; n += 1) await addListing(db, seller.id);
    const path = '/api/listings?limit=2&brand=kap';
    const [first, again] = [await read(path), await read(path)];
    for (const name of ['link', 'x-total-count']) {
      expect(first.headers.get(name), name).toBeTruthy();
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    }
  });

  test('is not served to members with blocks', async () => {
    const [own, other] = [await shop.join('Grace'), await addMember(db, 'Ada')];
    const id = await addListing(db, seller.id);
    await addListing(db, other.id);
    expect(await gridOf()).toHaveLength(2);
    expect(await gridOf(own)).toHaveLength(2);
    await shop.call('PUT', `/api/blocks/${seller.id}`, { as: own });
    expect(await gridOf(own)).toHaveLength(1);
    expect(await gridOf(seller)).toHaveLength(2);
    expect(await gridOf()).toHaveLength(2);
    expect((await read(`/api/listings/${id}`)).status).toBe(200);
    expect((await read(`/api/listings/${id}`, own)).status).toBe(404);
    await shop.call('DELETE', `/api/blocks/${seller.id}`, { as: own });
    expect(await gridOf(own)).toHaveLength(2);
    expect((await read(`/api/listings/${id}`, own)).status).toBe(200);
  });

  test('is not stored for a missing listing', async () => {
    const id = await addListing(db, seller.id, { removedAt: new Date() });
    expect((await read(`/api/listings/${id}`)).status).toBe(404);
    await updateRows(db, 'listings', { removedAt: null }, { id });
    expect((await read(`/api/listings/${id}`)).status).toBe(200);
  });

  test('shows concurrent writers their own changes', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => addListing(db, seller.id)));
    await gridOf();
    await Promise.all(
      ids.map(async (id, n) => {
        for (let price = 300; price > 290; price -= 1) {
          const json = { price: `${price - n * 10}.00` };
          const changed = await shop.call('PATCH', `/api/listings/${id}/price`, { as: seller, json });
          expect(changed.status).toBe(200);
          const [seen, listed] = [(await read(`/api/listings/${id}`)).body as Listing, await gridOf(seller)];
          expect(seen.price).toBe(json.price);
          expect(listed.find((one) => one.id === id)?.price).toBe(json.price);
        }
      }),
    );
  });
});
