import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { mixedWordIn } from '@selvedge/shared/platform/scripts';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAbove } from '../../web/src/items/listings/count-above.ts';
import { wantedReceived } from '../../web/src/items/wanted/cache.ts';
import { WANTED_LIST_KEY } from '../../web/src/items/wanted/keys.ts';
import { addListing } from '../support/people/market.ts';
import { describeOnEngines } from '../support/servers/database.ts';
import { openWorld, type World } from '../support/world.ts';

const FOLDING = [
  'ø',
  'Ø',
  'ß',
  'ẞ',
  'œ',
  'Æ',
  'ł',
  'đ',
  'ı',
  'İ',
  'ς',
  'Σ',
  'é',
  'e\u0301',
  'ﬁ',
  'Ｆ',
  '½',
  'K',
];
const PLAIN = [...'oOsSaeldik%_\\"\' .-'];
const text = fc
  .array(fc.constantFrom(...FOLDING, ...PLAIN), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join(''))
  .filter((letters) => /[\p{L}%_]/u.test(letters) && mixedWordIn(letters) === undefined);
/** A text, and part of it as a member may type it. */
const search = fc
  .tuple(text, fc.nat(8), fc.nat(4), fc.constantFrom('as it is', 'upper case', 'lower case'))
  .map(([found, start, length, style]) => {
    const part = found.slice(start, start + length + 1).trim() || found.trim();
    const term =
      style === 'upper case' ? part.toUpperCase() : style === 'lower case' ? part.toLowerCase() : part;
    return { found, term };
  });
const SEARCHES = fc.sample(search, { numRuns: 80, seed: 11 });

/** Compares the server's results for each term with what the page finds among the same items. */
async function compare<Item extends { id: string }>(
  shop: World,
  pathFor: (term: string) => string,
  all: Item[],
  isFoundLive: (item: Item, term: string) => boolean,
): Promise<void> {
  for (const { term } of SEARCHES) {
    const response = await shop.call('GET', pathFor(encodeURIComponent(term)));
    const found = (await response.json()) as Item[];
    const live = all.filter((item) => isFoundLive(item, term));
    expect(live.map(({ id }) => id).sort(), term).toEqual(found.map(({ id }) => id).sort());
  }
}

describeOnEngines('items that arrive while a search is open', ({ engine }) => {
  test('a WTB refreshes exactly the searches that find it', async () => {
    const shop = await openWorld({ engine });
    const buyer = await shop.join('Odile');
    const all: Wanted[] = [];
    for (const { found } of SEARCHES) {
      const json = { title: found, brand: 'Vintage', size: 'M', maxPrice: '100' };
      const response = await shop.call('POST', '/api/wtb-listings', { as: buyer, json });
      expect(response.status, found).toBe(201);
      all.push((await response.json()) as Wanted);
    }
    const isFoundLive = (wanted: Wanted, term: string) => {
      const queries = new QueryClient();
      const key = [WANTED_LIST_KEY, term];
      queries.setQueryData(key, { pages: [{ items: [], next: null, total: 0 }], pageParams: [''] });
      wantedReceived(queries, wanted);
      return queries.getQueryState(key)?.isInvalidated === true;
    };
    await compare(shop, (term) => `/api/wtb-listings?limit=100&q=${term}`, all, isFoundLive);
  });

  test('a listing counts as new in exactly matching searches', async () => {
    const shop = await openWorld({ engine });
    const { db } = shop;
    const { id } = await shop.join('Marlow');
    for (const { found } of SEARCHES) await addListing(db, id, { brand: found });
    const all = (await (await shop.call('GET', '/api/listings?limit=100')).json()) as Listing[];
    expect(all).toHaveLength(SEARCHES.length);
    const isFoundLive = (listing: Listing, term: string) =>
      countAbove({ [listing.id]: listing }, [], term) === 1;
    await compare(shop, (term) => `/api/listings?limit=100&brand=${term}`, all, isFoundLive);
  });
});
