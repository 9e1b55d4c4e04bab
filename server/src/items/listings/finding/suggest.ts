import { editDistance, errorsAllowed } from '@selvedge/shared/items/edit-distance';
import type { Houses } from '@selvedge/shared/items/houses';
import { categoriesNamed } from '@selvedge/shared/items/matching';
import { longKeyOf, nameKeyOf, wordsOf } from '@selvedge/shared/items/search-words';
import type { SuggestedBrand, Suggestions } from '@selvedge/shared/items/suggestions';
import type { Brand } from './brands.ts';

const BRANDS_MAX = 8;
const NEAREST_MAX = 3;
/** Shorter texts are one letter off of too many. */
const NEAREST_LENGTH_MIN = 3;

type Brands = ReadonlyMap<string, Brand>;

const shown = ({ name, items }: Brand): SuggestedBrand => ({ name, items });

/** Whether each word of the term begins one of the brand, in any order. */
const hasBeginnings = ({ words }: Brand, of: string[]): boolean =>
  of.length > 0 && of.every((begun) => words.some((word) => word.startsWith(begun)));

/** Brands with more items first, those that begin with the term before those with a later word that does. */
function brandsNamed(brands: Brands, term: string, key: string): Brand[] {
  const words = wordsOf(term);
  const first: Brand[] = [];
  const later: Brand[] = [];
  for (const brand of brands.values()) {
    if (brand.key.startsWith(key)) first.push(brand);
    else if (brand.ends.some((end) => end.startsWith(key)) || hasBeginnings(brand, words)) later.push(brand);
  }
  return [first, later].flatMap((list) => list.sort((a, b) => b.items - a.items));
}

/** The houses that another name of theirs stands for, also without listings. */
function housesNamed(brands: Brands, houses: Houses, key: string): SuggestedBrand[] {
  const named = houses.names.filter((name) => name.key.startsWith(key));
  const names = new Set(named.sort((a, b) => a.key.length - b.key.length).map(({ house }) => house));
  return [...names].map((name) => {
    const brand = brands.get(nameKeyOf(name));
    return brand ? shown(brand) : { name, items: 0 };
  });
}

/** The brands that a whole text may mean, the nearest first. */
function nearestTo(brands: Brands, houses: Houses, key: string): SuggestedBrand[] {
  const max = errorsAllowed(key.length);
  const distances = new Map<Brand, number>();
  const compare = (brand: Brand, name: string) => {
    const distance = name.length > NEAREST_LENGTH_MIN ? editDistance(key, name, max) : max + 1;
    if (distance <= max) distances.set(brand, Math.min(distance, distances.get(brand) ?? distance));
  };
  for (const brand of brands.values()) {
    compare(brand, brand.key);
    if (brand.words.length > 1) for (const part of [...brand.ends, ...brand.words]) compare(brand, part);
  }
  for (const { key: name, house: of } of houses.names) {
    const brand = brands.get(nameKeyOf(of));
    if (brand) compare(brand, name);
  }
  return [...distances]
    .sort(([a, far], [b, near]) => far - near || b.items - a.items)
    .slice(0, NEAREST_MAX)
    .map(([brand]) => shown(brand));
}

/** The most words of a text that are looked up. */
const WORDS_MAX = 8;

/** The brands that some neighbouring words of a text name, the one with most words first. */
export function namedWithin(brands: Brands, houses: Houses, term: string): SuggestedBrand[] {
  const words = wordsOf(term).slice(0, WORDS_MAX);
  const named = new Map<string, Brand[]>();
  for (const brand of brands.values()) {
    for (const name of new Set([brand.key, ...brand.ends, ...brand.words])) {
      if (name.length > NEAREST_LENGTH_MIN) named.set(name, [...(named.get(name) ?? []), brand]);
    }
  }
  const found = new Set<Brand>();
  for (let length = words.length - 1; length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const key = nameKeyOf(words.slice(from, from + length).join(' '));
      const house = brands.get(nameKeyOf(houses.nameOf(key) ?? ''));
      const all = [...(house ? [house] : []), ...(named.get(key) ?? [])];
      for (const brand of all.sort((a, b) => b.items - a.items)) found.add(brand);
    }
  }
  return [...found].slice(0, NEAREST_MAX).map(shown);
}

function nearestOf(brands: Brands, houses: Houses, term: string): SuggestedBrand[] {
  const key = nameKeyOf(term);
  const house = houses.nameOf(key) ?? houses.nameOf(longKeyOf(term));
  const meant = house === undefined ? undefined : brands.get(nameKeyOf(house));
  if (meant) return [shown(meant)];
  if (key.length < NEAREST_LENGTH_MIN) return [];
  return nearestTo(brands, houses, key);
}

/** What a search for brands may mean, judging by what is typed so far. */
export function suggest(brands: Brands, houses: Houses, term: string): Suggestions {
  const key = nameKeyOf(term);
  if (key === '') return { brands: [], categories: [], nearest: [], spelled: null };
  const named = brandsNamed(brands, term, key).slice(0, BRANDS_MAX).map(shown);
  const byOtherName = housesNamed(brands, houses, key);
  const exactKey = nameKeyOf(houses.nameOf(key) ?? houses.nameOf(longKeyOf(term)) ?? '');
  const all = [...byOtherName.filter(({ name }) => nameKeyOf(name) === exactKey), ...named, ...byOtherName];
  const distinct = new Map(all.map((brand) => [nameKeyOf(brand.name), brand]));
  return {
    brands: [...distinct.values()].slice(0, BRANDS_MAX),
    categories: categoriesNamed(term),
    nearest: nearestOf(brands, houses, term),
    spelled: null,
  };
}
