import { foldForSearch, foldLetters } from '../platform/fold.ts';
import { foldNotations, spellHalves } from '../platform/fold-size.ts';
import { otherSpellings, spellOut } from './abbreviations.ts';
import { numbersOf } from './word-numbers.ts';

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
/** The words of a text, as searches compare them. */
export const wordsOf = (text: string): string[] => rawWords(foldForSearch(text));
/** A sign that people leave out, before what is a word of its own: `N.Hoolywood`, `L'Impression`. */
const SIGN_BETWEEN = /(\p{L})['.·・](?=\p{L}{3})/gu;
const foldTexts = (text: string): string => foldForSearch(foldNotations(foldLetters(spellHalves(text))));

/** `山本耀` → `山本`, `本耀`, `耀`: any part of at least one character is the beginning of one of them or of several. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.map((letter, i) => letter + (letters[i + 1] ?? ''));
}
const parts = (word: string): string[] => (IS_UNSPACED.test(word) ? pairsOf(word) : [cut(word)]);

/** Each suffix of a brand's words in one word, so that `rickow` is the beginning of one. */
const joinedBrand = (words: string[]): string[] =>
  words.flatMap((_, i) => (i < words.length - 1 ? [cut(words.slice(i).join(''))] : []));

/** Words that are one without the sign between them, or begin with a letter: `t-shirt`, `v neck`. */
function gluedText(folded: string): string[] {
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
/** Neighbours in one word: `sweat shirt`. */
function joinedText(folded: string): string[] {
  const words = rawWords(folded);
  return words.flatMap((word, i) => {
    const next = words[i + 1];
    return next === undefined || IS_UNSPACED.test(word + next) ? [] : [cut(word + next)];
  });
}

const LETTER = { brand: 'b', title: 't', any: 'w' } as const;
/** Words that are two in the title. A letter of their own keeps them out of the beginnings of the first. */
const LETTER_OF_JOINED = { brand: 'b', title: 'u', any: 'u' } as const;
export type SearchField = keyof typeof LETTER;
/** A word as the index stores it: its field is its first letter. */
export const inField = (
  field: SearchField,
  { word, isJoined }: Pick<TermWord, 'word' | 'isJoined'>,
): string => (isJoined ? LETTER_OF_JOINED : LETTER)[field] + word;

export interface SearchTexts {
  brand: string;
  title: string;
  description?: string | null | undefined;
}

/** The words of a listing, between spaces. */
export function searchWordsOf({ brand, title, description }: SearchTexts): string {
  const words = new Set<string>();
  const add = (field: SearchField, of: string[]) => {
    for (const word of of) words.add(inField(field, { word })).add(inField('any', { word }));
  };
  const spelledOut = (text: string) => rawWords(foldTexts(text.replace(AND, ' and '))).flatMap(parts);
  const between = (text: string) => spelledOut(foldLetters(text).replace(SIGN_BETWEEN, '$1 '));
  add('brand', [...spelledOut(brand), ...between(brand), ...joinedBrand(wordsOf(brand))]);
  add('title', between(title));
  for (const [field, text] of [
    ['title', title],
    ['any', description ?? ''],
  ] as const) {
    add(field, [...spelledOut(text), ...gluedText(foldTexts(text))]);
  }
  for (const word of joinedText(foldTexts(title))) words.add(inField('title', { word, isJoined: true }));
  return [...words].join(' ');
}

/** A word of a term, found by its beginning or as a whole. */
interface TermWord {
  word: string;
  isWhole?: true;
  /** Among the neighbours that are one word here. */
  isJoined?: true;
}
/** What a word of a term may be found by: one of these, each a list of words that must all be there. */
interface TermGroup {
  anyOf: TermWord[][];
  /** Says more than one or two letters do. */
  isLong: boolean;
}
export type SearchTerm = TermGroup[];

/** The most words of a term that count, and how many of them may be short: these begin a lot of words. */
const TERM_WORDS_MAX = 8;
const SHORT_WORDS_MAX = 3;
/** In letters. */
const SHORT_NAME_MAX = 4;
/** The most other names of houses that a term is also looked up by. */
const NAMES_MAX = 20;
/** In letters: two words have more. */
const JOINED_MIN = 5;
/** The most words of a term that may be one word without their spaces. */
const JOINED_MAX = 4;

/** A word by its beginning, or in its other number or spelling. */
const wordAlternatives = (word: string): TermWord[][] => [
  [{ word: cut(word) }],
  ...[...numbersOf(word), ...otherSpellings(word)]
    .filter((other) => !other.startsWith(word))
    .map((other) => [{ word: cut(other), isWhole: true as const }]),
];
/** A word as two, in both numbers. */
const joinedAlternatives = (word: string): TermWord[][] =>
  word.length < JOINED_MIN
    ? []
    : numbersOf(word).map((other) => [{ word: cut(other), isWhole: true, isJoined: true }]);

/** The key of words as of a name, without spaces and 'and'. */
const keyOf = (words: string[]): string => words.filter((word) => word !== 'and').join('');
/** The key by which names of brands are looked up. */
export const nameKeyOf = (name: string): string => keyOf(wordsOf(name));
/** The same with abbreviations spelled out. */
export const longKeyOf = (name: string): string => keyOf(wordsOf(name).map(spellOut));

/** The words of a name; short ones as a whole, since `SI` of Stone Island begins `size`. */
function wordsOfName(name: string): TermWord[] {
  const words = wordsOf(name);
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

const isLong = (word: string): boolean => [...word].length > 2 || IS_UNSPACED.test(word);

/** The words of a term that count. */
function countedWords(term: string): string[] {
  const words = [...new Set(rawWords(foldTexts(term.replace(AND, ' and '))))];
  const short = words.filter((word) => !isLong(word)).slice(0, SHORT_WORDS_MAX);
  return words.filter((word) => isLong(word) || short.includes(word)).slice(0, TERM_WORDS_MAX);
}

/**
 * What a term searches for: each of its words, by its beginning, also joined with its neighbours, and by the other
 * names of a house that it names.
 * @param namesOf the other names of the house with this key
 */
export function parseSearchTerm(term: string, namesOf: (key: string) => readonly string[]): SearchTerm {
  const words = countedWords(term);
  let namesLeft = NAMES_MAX;
  const groups: SearchTerm = words.map((word) => ({
    anyOf: IS_UNSPACED.test(word)
      ? [unspacedTerm(word)]
      : [...wordAlternatives(word), ...joinedAlternatives(word)],
    isLong: isLong(word),
  }));
  words.forEach((_, from) => {
    for (let to = from + 1; to <= words.length; to += 1) {
      const span = words.slice(from, to);
      const [key, longKey] = [keyOf(span), keyOf(span.map(spellOut))];
      const names = new Set([...namesOf(key), ...(longKey === key ? [] : namesOf(longKey))]);
      const alternatives = [...names].slice(0, namesLeft).map(wordsOfName);
      namesLeft -= alternatives.length;
      if (span.length > 1 && span.length <= JOINED_MAX) alternatives.push(...wordAlternatives(span.join('')));
      for (const group of groups.slice(from, to)) group.anyOf.push(...alternatives);
    }
  });
  return groups;
}
