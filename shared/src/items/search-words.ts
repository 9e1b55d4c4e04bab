import { foldForSearch } from '../platform/fold.ts';

// The words of texts and of search terms: the index and the terms share them, so what folds alike is found.

/** Scripts without spaces between words; `ー` and `々` belong to no script. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]`;
/** A run of such letters, a run of others, or one sign beyond ASCII, such as an emoji. */
const WORD = new RegExp(
  String.raw`${UNSPACED}+|(?:(?!${UNSPACED})[\p{L}\p{N}])+|(?![\p{L}\p{N}\p{P}\p{Z}\p{C}\u0000-\u007f])[^]`,
  'gu',
);
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
/** What joins the parts of one word: `t-shirt`, `off_white`, `dolce/gabbana`. */
const GLUED = /[^\s\p{L}\p{N}]+/u;
const AND = /[&+]/gu;

/** In UTF-16 units: longer words are cut, in the index and in terms alike. */
const WORD_MAX = 40;
const cut = (word: string): string => word.slice(0, WORD_MAX).replace(/[\ud800-\udbff]$/, '');

const rawWords = (folded: string): string[] => folded.match(WORD) ?? [];

/** `山本耀` → `山本`, `本耀`, `耀`: any part of at least one character is the beginning of one of them or of several. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.map((letter, i) => letter + (letters[i + 1] ?? ''));
}
const parts = (word: string): string[] => (IS_UNSPACED.test(word) ? pairsOf(word) : [cut(word)]);

/** Each suffix of a brand's words in one word, so that `rickow` is the beginning of one. */
const joinedBrand = (words: string[]): string[] =>
  words.flatMap((_, i) => (i < words.length - 1 ? [cut(words.slice(i).join(''))] : []));

/** Words that are one without the sign between them, or are often written as one: `t-shirt`, `v neck`. */
function joinedText(folded: string): string[] {
  const glued = folded
    .split(/\s+/u)
    .filter((chunk) => GLUED.test(chunk))
    .map((chunk) => rawWords(chunk))
    .filter((words) => words.length > 1)
    .map((words) => words.join(''));
  const words = rawWords(folded);
  const besideLetters = words.flatMap((word, i) => {
    const next = words[i + 1];
    return next !== undefined && word.length === 1 && /[b-hj-z]/.test(word) ? [word + next] : [];
  });
  return [...glued, ...besideLetters].map(cut);
}

const LETTER = { brand: 'b', title: 't', any: 'w' } as const;
export type SearchField = keyof typeof LETTER;
/** A word as the index stores it: its field is its first letter. */
export const inField = (field: SearchField, word: string): string => LETTER[field] + word;

export interface SearchTexts {
  brand: string;
  title: string;
  description?: string | null | undefined;
}

/** The words of a listing, between spaces. */
export function searchWordsOf({ brand, title, description }: SearchTexts): string {
  const words = new Set<string>();
  const add = (field: SearchField, of: string[]) => {
    for (const word of of) words.add(inField(field, word)).add(inField('any', word));
  };
  const spelledOut = (text: string) => rawWords(foldForSearch(text.replace(AND, ' and '))).flatMap(parts);
  add('brand', [...spelledOut(brand), ...joinedBrand(rawWords(foldForSearch(brand)))]);
  for (const [field, text] of [
    ['title', title],
    ['any', description ?? ''],
  ] as const) {
    add(field, [...spelledOut(text), ...joinedText(foldForSearch(text))]);
  }
  return [...words].join(' ');
}

/** A word of a term, found by its beginning or as a whole. */
interface TermWord {
  word: string;
  isWhole?: true;
}
/** What a word of a term may be found by: one of these, each a list of words that must all be there. */
interface TermGroup {
  anyOf: TermWord[][];
  /** Says more than one or two letters do. */
  isLong: boolean;
}
export type SearchTerm = TermGroup[];

/** The most words of a term that count. */
const TERM_WORDS_MAX = 12;
/** In letters. */
const SHORT_NAME_MAX = 4;
/** The most other names of a house that a term is also looked up by. */
const NAMES_MAX = 20;
/** The most words of a term that may be one word without their spaces. */
const JOINED_MAX = 4;

/** `jackets` also finds `jacket`, and `derby` also `derbies`. */
function otherNumbers(word: string): string[] {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (!/[^s]s$/.test(word)) return [];
  return [
    word.slice(0, -1),
    ...(/(?:s|x|z|ch|sh)es$/.test(word) ? [word.slice(0, -2)] : []),
    ...(/.{3}ies$/.test(word) ? [`${word.slice(0, -3)}y`] : []),
  ];
}

/** A word by its beginning, or in its other number. */
const wordAlternatives = (word: string): TermWord[][] => [
  [{ word: cut(word) }],
  ...otherNumbers(word).map((other) => [{ word: cut(other), isWhole: true as const }]),
];

/** The key of words as of a name, without spaces and 'and'. */
const keyOf = (words: string[]): string => words.filter((word) => word !== 'and').join('');
/** The key by which names of brands are looked up. */
export const nameKeyOf = (name: string): string => keyOf(rawWords(foldForSearch(name)));

/** The words of a name; short ones as a whole, since `SI` of Stone Island begins `size`. */
function wordsOfName(name: string): TermWord[] {
  const words = rawWords(foldForSearch(name));
  if (words.every((word) => [...word].length === 1)) return [{ word: cut(words.join('')), isWhole: true }];
  return words.flatMap((word) => {
    if (IS_UNSPACED.test(word)) return unspacedTerm(word);
    return [{ word: cut(word), ...(word.length <= SHORT_NAME_MAX && { isWhole: true as const }) }];
  });
}

function unspacedTerm(run: string): TermWord[] {
  const pairs = pairsOf(run);
  return (pairs.length === 1 ? pairs : pairs.slice(0, -1)).map((word) => ({ word }));
}

/**
 * What a term searches for: each of its words, by its beginning, also joined with its neighbours, and by the other
 * names of a house that it names.
 * @param namesOf the other names of the house with this key
 */
export function parseSearchTerm(term: string, namesOf: (key: string) => readonly string[]): SearchTerm {
  const words = [...new Set(rawWords(foldForSearch(term.replace(AND, ' and '))))].slice(0, TERM_WORDS_MAX);
  const groups: SearchTerm = words.map((word) => ({
    anyOf: IS_UNSPACED.test(word) ? [unspacedTerm(word)] : wordAlternatives(word),
    isLong: [...word].length > 2 || IS_UNSPACED.test(word),
  }));
  words.forEach((_, from) => {
    for (let to = from + 1; to <= words.length; to += 1) {
      const span = words.slice(from, to);
      const alternatives = namesOf(keyOf(span)).slice(0, NAMES_MAX).map(wordsOfName);
      if (span.length > 1 && span.length <= JOINED_MAX) alternatives.push(...wordAlternatives(span.join('')));
      for (const group of groups.slice(from, to)) group.anyOf.push(...alternatives);
    }
  });
  return groups;
}
