import type { Listing } from '@selvedge/shared/items/listings';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { areSamePhoto, smallPhotos } from '../../../support/data/photo-copies.ts';
import { closetFields, openCloset } from '../../../support/people/closet.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const listingsOf = async (world: World, { username }: Actor): Promise<Listing[]> =>
  (await (await world.call('GET', `/api/users/${username}/listings`)).json()) as Listing[];

/** The hashes of a listing's photos, in order. */
const hashesOf = (world: World, { images }: Listing): Promise<string[]> =>
  Promise.all(
    images.map(async (url) => {
      const hashes = await world.product.ctx.media.hash(url.slice('/media/'.length));
      return hashes?.hash ?? '';
    }),
  );

describeOnBothEngines('a closet', ({ engine }) => {
  test('is the same in another instance', async () => {
    const [here, there] = [await openWorld({ engine }), await openWorld({ engine })];
    const [marlow, odile] = [await here.join('marlow'), await there.join('odile')];
    const photos = (await smallPhotos()).map(({ original }) => original);
    const shared = { brand: 'A.P.C.', category: 'Outerwear', size: 'EU42½', condition: 'Gently used' };
    const items = [
      {
        ...shared,
        title: '=1+1 "coat"; red, blue',
        price: '1234.56',
        description: '-line one\nline two\n\n• “three”',
      },
      { ...shared, title: "'=apostrophe", price: '0.99', description: null },
      { ...shared, title: '@ 外套', price: '10000000', description: '\u{1f9e5}'.repeat(50) },
    ];
    for (const [at, item] of items.entries()) {
      const images = [];
      for (const photo of photos.slice(0, at + 1)) images.push(await here.uploaded(marlow, photo));
      const response = await here.call('POST', '/api/listings', { as: marlow, json: { ...item, images } });
      expect(response.status).toBe(201);
    }
    const sold = await addListing(here.db, marlow.id, { isSold: true, title: 'Sold' });
    const file = await openCloset(here).download(marlow);

    const { preview, start, done } = openCloset(there);
    const { rows, columns, match } = await preview(odile, file);
    expect(rows.map(({ title, problems }) => [title, ...problems.map(({ field }) => field)])).toEqual([
      ...items.map(({ title }) => [title]),
      ['Sold', 'status'],
    ]);
    const unmatched = columns.filter((_, at) => !Object.values(match.columns).flat().includes(at));
    expect(unmatched).toEqual(['listed']);
    await done(odile, (await start(odile, file)).id);

    const [before, after] = [await listingsOf(here, marlow), await listingsOf(there, odile)];
    const moved = before.filter(({ id }) => id !== sold);
    expect(after.map(closetFields)).toEqual(moved.map(closetFields));
    for (const [at, listing] of moved.entries()) {
      const [old, fresh] = [await hashesOf(here, listing), await hashesOf(there, after[at] as Listing)];
      expect(fresh).toHaveLength(old.length);
      expect(old.filter((hash, i) => !areSamePhoto(hash, fresh[i] ?? ''))).toEqual([]);
    }
  });

  test('has WTBs as a table of their own', async () => {
    const world = await openWorld({ engine });
    const marlow = await world.join('marlow');
    await addWanted(world.db, marlow.id);
    await addWanted(world.db, (await world.join('odile')).id);
    const files = unzipSync(await openCloset(world).download(marlow));
    const table = files['wtb.csv'] ?? new Uint8Array();
    expect([...table.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = strFromU8(table).split('\r\n');
    expect(lines).toEqual([
      '"title","brand","size","max price","currency","status","posted","description"',
      expect.stringMatching(/^"Ring coat, indigo","Kapital","3","900.00","USD","wanted","[^"]*",""$/),
      '',
    ]);
  });

  test.for(['=1+1', '+1', '-1', '@a', '\t=1', "'=1", '＝1'])(
    'keeps %j from being a formula',
    async (description) => {
      const world = await openWorld({ engine });
      const marlow = await world.join('marlow');
      await addListing(world.db, marlow.id, { description });
      const files = unzipSync(await openCloset(world).download(marlow));
      expect(strFromU8(files['listings.csv'] ?? new Uint8Array())).toContain(`,"'${description}",`);
    },
  );
});
