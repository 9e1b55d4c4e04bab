import { nameKeyOf, wordsOf } from '@selvedge/shared/items/search-words';
import { readMarketVersion } from '../../../platform/cache/market-version.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findBrands } from './queries.ts';

/** A brand of live listings, in its most frequent spelling. */
export interface Brand {
  name: string;
  key: string;
  /** Each of its words with all that follow, as one word. */
  ends: string[];
  words: string[];
  items: number;
}

function brandsOf(rows: { name: string; folded: string; items: number }[]): Map<string, Brand> {
  const brands = new Map<string, Brand>();
  for (const { name, folded, items } of rows) {
    const key = nameKeyOf(folded);
    const known = brands.get(key);
    if (known) known.items += items;
    else {
      const words = wordsOf(folded);
      brands.set(key, { name, key, words, ends: words.map((_, i) => words.slice(i).join('')), items });
    }
  }
  return brands;
}

/** The brands without some of their listings. */
export function brandsWithout(
  brands: ReadonlyMap<string, Brand>,
  unseen: { folded: string; items: number }[],
): ReadonlyMap<string, Brand> {
  const left = new Map(brands);
  for (const { folded, items } of unseen) {
    const brand = left.get(nameKeyOf(folded));
    if (!brand) continue;
    if (brand.items > items) left.set(brand.key, { ...brand, items: brand.items - items });
    else left.delete(brand.key);
  }
  return left;
}

/** Reads the distinct brands of live listings by their keys, again only once something in the market has changed. */
export function followBrands(db: Database): () => Promise<ReadonlyMap<string, Brand>> {
  const readVersion = readMarketVersion(db);
  let known: { version: string; brands: Map<string, Brand> } | null = null;
  return async () => {
    const version = await readVersion();
    if (known?.version !== version) {
      known = { version, brands: brandsOf(await db.read((conn) => findBrands(conn, {}))) };
    }
    return known.brands;
  };
}
