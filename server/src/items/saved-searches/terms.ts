import { inField, parseSearchTerm, type SearchTerm } from '@selvedge/shared/items/search-words';
import { foldText } from '@selvedge/shared/platform/fold';
import { foldSizeWords } from '@selvedge/shared/platform/fold-size';
import { PRICE_MAX } from '@selvedge/shared/platform/limits';
import type { SearchFilters } from '../listings/finding/find-query.ts';
import { leftOutOf } from '../listings/finding/left-out.ts';

/** What a saved search looks for, folded for comparison; null and empty lists rule nothing out. */
export interface SearchTerms {
  brand: string | null;
  category: string | null;
  condition: string | null;
  sizes: string[];
  minCents: number | null;
  maxCents: number | null;
  sellerId: string | null;
  /** The words of `q`, with the other names of houses as of when it was saved. */
  words: SearchTerm | null;
  without: { words: SearchTerm[]; sellerIds: string[] };
}

/** A listing as searches compare it. */
export interface ListingSnapshot {
  sellerId: string;
  brandFolded: string;
  sizeWords: string;
  category: string;
  condition: string;
  priceCents: number;
  isOnSale: boolean;
  /** Between spaces, as the index stores them. */
  words: string;
}

interface Names {
  /** The other names of the house with this key. */
  namesOf(key: string): readonly string[];
  /** The sellers whom it leaves out. */
  sellerIds: string[];
}

export const termsOf = (filters: SearchFilters, { namesOf, sellerIds }: Names): SearchTerms => ({
  brand: filters.brand === undefined ? null : foldText(filters.brand),
  category: filters.category ?? null,
  condition: filters.condition ?? null,
  sizes: (filters.size ?? []).map(foldSizeWords),
  minCents: filters.minPrice ?? null,
  maxCents: filters.maxPrice ?? null,
  sellerId: filters.seller ?? null,
  words: filters.q === undefined ? null : parseSearchTerm(filters.q, namesOf),
  without: { words: leftOutOf(filters.not ?? []).words, sellerIds },
});

/** Whether each word of a term is among the words of a listing, by the rules of the index. */
function hasTerm(listing: ListingSnapshot, term: SearchTerm): boolean {
  const words = ` ${listing.words} `;
  const has = (word: SearchTerm[number]['anyOf'][number][number]) =>
    words.includes(` ${inField('any', word)}${word.isWhole ? ' ' : ''}`);
  return term.length > 0 && term.every(({ anyOf }) => anyOf.some((all) => all.every(has)));
}

/** Whether a listing on sale fits a search, by the rules of the grid. */
export function fits(terms: SearchTerms, listing: ListingSnapshot): boolean {
  const { brand, category, condition, sizes, minCents, maxCents, sellerId, words, without } = terms;
  return (
    listing.isOnSale &&
    (sellerId === null || sellerId === listing.sellerId) &&
    (category === null || category === listing.category) &&
    (condition === null || condition === listing.condition) &&
    (minCents === null || listing.priceCents >= minCents) &&
    (maxCents === null || listing.priceCents <= maxCents) &&
    (brand === null || listing.brandFolded.includes(brand)) &&
    (sizes.length === 0 || sizes.some((size) => listing.sizeWords.includes(size))) &&
    (words === null || hasTerm(listing, words)) &&
    !without.sellerIds.includes(listing.sellerId) &&
    !without.words.some((term) => hasTerm(listing, term))
  );
}

/** In UTF-16 units. Longer terms share the key of their beginning, which is enough to leave few. */
const ANCHOR = 8;
/** Stands for any category or size. */
const ANY = '';
const ANY_PRICE = PRICE_MAX * 100;

export interface SearchKeys {
  key: string;
  category: string;
  size: string;
  maxPriceCents: number;
}

/** Of a word as the index stores it, with the letter of its field. */
const keyOfWord = (word: string): string => word.slice(0, ANCHOR + 1);

/** The keys of the word of a term that narrows down most: one for each way to be found. */
function keysOfWords(term: SearchTerm): string[] {
  const byGroup = term.map(({ anyOf }) =>
    anyOf.map((all) =>
      all.map((word) => keyOfWord(inField('any', word))).reduce((a, b) => (b.length > a.length ? b : a), ''),
    ),
  );
  const shortest = (words: string[]) => Math.min(...words.map(({ length }) => length));
  const [best = []] = byGroup.toSorted((a, b) => shortest(b) - shortest(a));
  return [...new Set(best)];
}

/** The keys that a fitting listing looks up. */
export function keysOfSearch(terms: SearchTerms): SearchKeys[] {
  const { sellerId, brand, words, category, sizes } = terms;
  const maxPriceCents = terms.maxCents ?? ANY_PRICE;
  if (sellerId === null && brand === null && words !== null)
    return keysOfWords(words).map((key) => ({ key, category: ANY, size: ANY, maxPriceCents }));
  const key = sellerId === null ? (brand === null ? '' : `b${brand.slice(0, ANCHOR)}`) : `s${sellerId}`;
  return (sizes.length === 0 ? [ANY] : [...new Set(sizes)]).map((size) => ({
    ...{ key, size, maxPriceCents },
    category: category ?? ANY,
  }));
}

/** All parts of a text with up to `ANCHOR` units: a search for a part of the brand is found by one of them. */
function partsOf(text: string): string[] {
  const parts = new Set<string>();
  for (let from = 0; from < text.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + ANCHOR, text.length); to += 1)
      parts.add(text.slice(from, to));
  }
  return [...parts];
}

/** `' eu 42 '` → `' eu '`, `' eu 42 '`, `' 42 '`. */
function runsOf(sizeWords: string): string[] {
  const words = sizeWords.trim().split(' ');
  return words.flatMap((_, from) =>
    words.slice(from).map((_word, i) => ` ${words.slice(from, from + i + 1).join(' ')} `),
  );
}

const [ANY_FIELD, JOINED] = [inField('any', { word: '' }), inField('any', { word: '', isJoined: true })];

/** Each beginning, of up to `ANCHOR` units, of a word. */
function beginningsOf(words: string): string[] {
  const found = new Set<string>();
  for (const word of words.split(' ')) {
    // Joined words are found as a whole only.
    if (word.startsWith(JOINED)) found.add(keyOfWord(word));
    if (!word.startsWith(ANY_FIELD)) continue;
    for (let to = 2; to <= Math.min(ANCHOR + 1, word.length); to += 1) found.add(word.slice(0, to));
  }
  return [...found];
}

/** The keys under which the searches are stored that a listing may fit: in two parts, since words come without a size. */
export function keysOfListing({ sellerId, brandFolded, sizeWords, category, words }: ListingSnapshot) {
  return [
    {
      keys: ['', `s${sellerId}`, ...partsOf(brandFolded).map((part) => `b${part}`)],
      categories: [ANY, category],
      sizes: [ANY, ...new Set(runsOf(sizeWords))],
    },
    { keys: beginningsOf(words), categories: [ANY], sizes: [ANY] },
  ];
}
