import type { Wanted } from '@selvedge/shared/items/wanted';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { insertRows, readRows } from '../../../support/data/rows.ts';
import { addWanted } from '../../../support/people/market.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const WTB = {
  title: 'Ring coat, indigo',
  brand: 'Kapital',
  size: '3 or larger',
  maxPrice: '900',
  description: 'Any wash.',
};

describeOnEngines('creating a WTB', ({ engine }) => {
  let shop: World;
  let buyer: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    buyer = await shop.join('Odile');
  });

  const post = (changes: Record<string, unknown> = {}) =>
    shop.call('POST', '/api/wtb-listings', {
      as: buyer,
      json: { ...WTB, size: '3', ...changes },
    });
  const list = async (path: string) => {
    const response = await shop.call('GET', path);
    expect(response.status, path).toBe(200);
    return {
      wanted: (await response.json()) as Wanted[],
      next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
      total: response.headers.get('x-total-count'),
    };
  };
  const titles = async (query: string) =>
    (await list(`/api/wtb-listings${query}`)).wanted.map(({ title }) => title);

  test('returns the WTB, which everyone can then find', async () => {
    const response = await post();
    expect(response.status).toBe(201);
    const wanted = (await response.json()) as Wanted;
    expect(wanted).toEqual({
      id: expect.any(String),
      buyer: { id: buyer.id, username: 'Odile', profileImageUrl: null, isAdmin: false },
      title: 'Ring coat, indigo',
      brand: 'Kapital',
      size: '3',
      maxPrice: '900.00',
      description: 'Any wash.',
      createdAt: expect.any(String),
      bumpedAt: wanted.createdAt,
      isFulfilled: false,
    });
    expect(await (await shop.call('GET', `/api/wtb-listings/${wanted.id}`)).json()).toEqual(wanted);
    expect((await list('/api/wtb-listings')).wanted).toEqual([wanted]);
    expect((await list('/api/users/odile/wtb-listings')).wanted).toEqual([wanted]);
  });

  test('every rule of the form has its message', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ title: '' }, 'Required'],
      [{ brand: ' ' }, 'Required'],
      [{ size: 'x'.repeat(11) }, 'Size must be less than 10 characters'],
      [{ maxPrice: '10000001' }, 'Budget must be a positive number up to $10,000,000'],
      [{ maxPrice: 0 }, 'Budget must be a positive number up to $10,000,000'],
      [{ maxPrice: undefined }, 'Required'],
    ];
    for (const [changes, message] of cases) {
      const response = await post(changes);
      expect(response.status, message).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_input', message });
    }
    for (const field of ['buyerId', 'isFulfilled', 'id', 'createdAt']) {
      expect((await post({ [field]: true })).status, field).toBe(400);
    }
    const plain = await shop.call('POST', '/api/wtb-listings', {
      as: buyer,
      body: JSON.stringify({ ...WTB, size: '3' }),
      headers: { 'content-type': 'text/plain' },
    });
    expect(plain.status).toBe(415);
    expect((await list('/api/wtb-listings')).wanted).toEqual([]);
  });

  test('a search finds any part of title or brand', async () => {
    await post({ title: 'Écru chore coat', brand: 'Casey Casey' });
    await post({ title: 'Boots 100%', brand: 'Guidi' });
    expect(await titles('?q=ecru')).toEqual(['Écru chore coat']);
    expect(await titles('?q=CASEY')).toEqual(['Écru chore coat']);
    expect(await titles('?q=guidi')).toEqual(['Boots 100%']);
    expect(await titles('?q=%25')).toEqual(['Boots 100%']);
    expect(await titles('?q=coat%20casey')).toEqual([]);
    expect(await titles('?q=coat%0Acasey')).toEqual([]);
    expect(await titles('?q=')).toEqual(['Boots 100%', 'Écru chore coat']);
  });

  test('a search counts exactly up to a thousand', async () => {
    const first = await addWanted(shop.db, buyer.id);
    const [row] = await readRows(shop.db, 'wanted', { id: first });
    if (!row) throw new Error('no WTB');
    const add = (count: number) =>
      insertRows(
        shop.db,
        'wanted',
        Array.from({ length: count }, () => ({ ...row, id: uuidv7() })),
      );
    const counted = async () => {
      const { headers } = await shop.call('GET', `/api/wtb-listings?q=${row.brand}&limit=2`);
      return [headers.get('x-total-count'), headers.get('x-total-count-capped')];
    };
    await add(999);
    expect(await counted()).toEqual(['1000', null]);
    await add(1);
    expect(await counted()).toEqual(['1000', 'true']);
  });

  test('pages contain each WTB once', async () => {
    for (let n = 0; n < 5; n += 1) await post({ title: `Coat ${n}` });
    await post({ title: 'Boots' });
    const first = await list('/api/wtb-listings?q=coat&limit=2');
    expect(first.total).toBe('5');
    const second = await list(first.next ?? '');
    const third = await list(second.next ?? '');
    const all = [first, second, third].flatMap(({ wanted }) => wanted.map(({ title }) => title));
    expect(all).toEqual(['Coat 4', 'Coat 3', 'Coat 2', 'Coat 1', 'Coat 0']);
    expect([second.total, third.next]).toEqual([null, undefined]);
    const mine = await list('/api/users/odile/wtb-listings?limit=4');
    expect((await list(mine.next ?? '')).wanted).toHaveLength(2);
    for (const query of ['limit=0', 'cursor=x', 'brand=x']) {
      expect((await shop.call('GET', `/api/wtb-listings?${query}`)).status, query).toBe(400);
    }
  });

  test('a fulfilled WTB leaves the lists', async () => {
    const found = await addWanted(shop.db, buyer.id, true);
    const open = await addWanted(shop.db, buyer.id);
    for (const path of ['/api/wtb-listings', '/api/wtb-listings?q=ring', '/api/users/odile/wtb-listings']) {
      expect(
        (await list(path)).wanted.map(({ id }) => id),
        path,
      ).toEqual([open]);
    }
    const response = await shop.call('GET', `/api/wtb-listings/${found}`);
    expect(await response.json()).toMatchObject({ id: found, isFulfilled: true });
  });
});
