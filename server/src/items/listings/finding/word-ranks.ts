import type { SearchField, SearchTerm } from '@selvedge/shared/items/search-words';
import { inField } from '@selvedge/shared/items/search-words';
import type { WordQuery, Words } from '../../../platform/db/database.ts';

type Group = SearchTerm[number];

const groupIn = (field: SearchField, { anyOf }: Group): Words => ({
  any: anyOf.map((words) => ({
    all: words.map((word) => ({ word: inField(field, word), isWhole: word.isWhole ?? false })),
  })),
});
const everyGroupIn = (field: SearchField, term: SearchTerm): Words => ({
  all: term.map((group) => groupIn(field, group)),
});

/** A hit is a word of three letters or more, or the whole term: else `t shirt` would hit every brand with T. */
function hitsIn(field: SearchField, term: SearchTerm): Words {
  const long = longOf(term);
  return long.length === 0 ? everyGroupIn(field, term) : { any: long.map((group) => groupIn(field, group)) };
}

const longOf = (term: SearchTerm): SearchTerm => term.filter(({ isLong }) => isLong);

/** Shorter words match too many listings to look up; they only filter what the longer words find. */
const narrowingOf = (term: SearchTerm): Words | null => {
  const long = longOf(term);
  return long.length === 0 || long.length === term.length
    ? null
    : everyGroupIn(
        'any',
        term.filter(({ isLong }) => !isLong),
      );
};
const widestOf = (term: SearchTerm): Words => {
  const long = longOf(term);
  return everyGroupIn('any', long.length === 0 ? term : long);
};

/** What finds a term anywhere. */
export const foundAnywhere = (term: SearchTerm): WordQuery => ({
  words: widestOf(term),
  narrowing: narrowingOf(term),
  lacking: null,
  isBroad: longOf(term).length === 0,
});

/** The same in three parts: first what hits the brand, then the title, then the description only. */
export function ranksOf(term: SearchTerm): [WordQuery, WordQuery, WordQuery] {
  const [brand, title] = [hitsIn('brand', term), hitsIn('title', term)];
  const anywhere = foundAnywhere(term);
  const { words, narrowing, isBroad } = anywhere;
  const hitting = (hits: Words): Omit<WordQuery, 'lacking'> =>
    // What hits a field is found anywhere, unless another long word is missing.
    longOf(term).length < 2
      ? { words: hits, narrowing, isBroad }
      : { words, narrowing: narrowing ? { all: [narrowing, hits] } : hits, isBroad };
  return [
    { ...hitting(brand), lacking: null },
    { ...hitting(title), lacking: brand },
    { ...anywhere, lacking: { any: [brand, title] } },
  ];
}

/** The same without the listings that have one of these terms. */
export function leavingOut(query: WordQuery, terms: SearchTerm[]): WordQuery {
  const others = [
    ...(query.lacking ? [query.lacking] : []),
    ...terms.map((term) => everyGroupIn('any', term)),
  ];
  return { ...query, lacking: others.length === 0 ? null : { any: others } };
}
