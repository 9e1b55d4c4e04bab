import { editDistance, errorsAllowed } from '@selvedge/shared/items/edit-distance';
import { FABRIC_WORDS } from '@selvedge/shared/items/fabric-words';
import type { Houses } from '@selvedge/shared/items/houses';
import { KINDS_OF_ITEMS } from '@selvedge/shared/items/matching';
import { parseSearchTerm, wordsOf } from '@selvedge/shared/items/search-words';
import { numbersOf } from '@selvedge/shared/items/word-numbers';
import type { Conn } from '../../../platform/db/database.ts';
import { countUpTo } from '../../../platform/db/search.ts';
import type { Brand } from './brands.ts';
import { idsOfTerm } from './find-by-words.ts';
import type { Unseen } from './unseen.ts';

/** Shorter words are one letter off of too many. */
const LENGTH_MIN = 4;
/** The most words of a text that are looked at, and that are corrected. */
const WORDS_MAX = 8;
const MISSPELLED_MAX = 3;

const NAMES_OF_ITEMS = [...KINDS_OF_ITEMS, ...FABRIC_WORDS.flatMap(wordsOf)];
const USUAL = new Map(NAMES_OF_ITEMS.flatMap(numbersOf).map((word) => [word, 1]));

/** The words that brands and items are named by, with how many items have them. */
function vocabularyOf(brands: ReadonlyMap<string, Brand>): Map<string, number> {
  const words = new Map(USUAL);
  for (const brand of brands.values()) {
    for (const word of brand.words) words.set(word, (words.get(word) ?? 0) + brand.items);
  }
  return words;
}

function nearestWord(vocabulary: Map<string, number>, word: string): string | undefined {
  const max = errorsAllowed(word.length);
  const near = [...vocabulary]
    .map(([other, items]) => ({ other, items, distance: editDistance(word, other, max) }))
    .filter(({ other, distance }) => other.length >= LENGTH_MIN && distance <= max);
  return near.sort((a, b) => a.distance - b.distance || b.items - a.items)[0]?.other;
}

/**
 * The words of a text with those that no listing has corrected, one or two letters off; null if that finds nothing either.
 * The distance runs over brands in memory and the usual words of titles, never over listings.
 */
export async function spell(
  conn: Conn,
  text: string,
  { brands, houses, unseen }: { brands: ReadonlyMap<string, Brand>; houses: Houses; unseen: Unseen },
): Promise<string | null> {
  const isFound = async (words: string) => {
    const term = parseSearchTerm(words, houses.namesOf);
    const search = { ...unseen, term, filters: {}, sort: 'bumped', few: null, since: undefined } as const;
    return term.length > 0 && (await countUpTo(conn, await idsOfTerm(conn, search, 1), 1)) > 0;
  };
  const words = wordsOf(text).slice(0, WORDS_MAX);
  const vocabulary = vocabularyOf(brands);
  const spelled: string[] = [];
  let misspelled = 0;
  for (const word of words) {
    const isKnown = word.length < LENGTH_MIN || vocabulary.has(word) || (await isFound(word));
    const meant = isKnown ? word : nearestWord(vocabulary, word);
    if (!isKnown) misspelled += 1;
    if (meant === undefined || misspelled > MISSPELLED_MAX) return null;
    spelled.push(meant);
  }
  const corrected = spelled.join(' ');
  return (await isFound(corrected)) ? corrected : null;
}
