import { foldLetters } from '../fold.ts';

/**
 * Letters of other scripts that look like Latin ones (the common part of the confusables of Unicode TS 39).
 */
const LOOKALIKES: Record<string, string> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
  },
  ...{ х: 'x', у: 'y', ԁ: 'd', ԛ: 'q', ԝ: 'w', ӏ: 'l' },
  ...{ α: 'a', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', σ: 'o', τ: 't', υ: 'u', χ: 'x' },
};

/** Digits and symbols that stand for letters (leetspeak). */
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'gu');
// A word with such symbols between its letters; prices and sizes have letters at one end at most.
const LEET_WORD = /(?<![\w@$.])(?=[\w@$]{0,20}[a-z])[a-z0-9@$]*[a-z][013457@$]+[a-z][a-z0-9@$]*(?![\w@])/gu;
// Spelled-out words: z e l l e, w.h.a.t.s.a.p.p
const SPELLED_OUT = /(?<![a-z0-9])[a-z](?:[ .*_-]{1,2}[a-z]){3,}(?![a-z0-9])/gu;

export const withLatinLetters = (text: string): string =>
  text.replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter);

export const withoutLeet = (word: string): string =>
  word.replace(/[013457@$]/gu, (sign) => LEET[sign] ?? sign);

// No ambiguous groups: their backtracking would take time that grows with every digit.
const NUMBER = /(?<![\w.$-])\+?\(?\d[\d ().-]{7,20}\d(?![\w-])/gu;
const MAIL_ADDRESS =
  /(?<![\w./@:])[\w.+-]{1,64}(?:(?:@| ?[[({]at[\])}] ?)[\w-]{2,40}(?:\.| dot | ?[[({]dot[\])}] ?)| at [\w-]{2,40}(?: dot | ?[[({]dot[\])}] ?)| at (?:g|hot|proton|i?clou|y?a?hoo|outloo)\w{0,6} ?(?:\.|dot|punkt|punto|point) ?)[a-z]{2,10}(?![\w-])/gu;
/** Digits of a telephone number with its area code (ITU E.164 has at most 15). */
const isPhone = (digits: number) => digits >= 9 && digits <= 15;

/** Placeholders for telephone numbers and mail addresses. */
export const PHONE = '#phone';
export const MAIL = '#mail';

/** A message normalized for the rules: lower case, without diacritics, disguised words restored. */
export const normalizeMessage = (text: string): string =>
  withLatinLetters(foldLetters(text.replace(INVISIBLE, '')))
    .replace(/[’‘`´]/gu, "'")
    .replace(MAIL_ADDRESS, MAIL)
    .replace(NUMBER, (number) => (isPhone(number.replace(/\D/gu, '').length) ? PHONE : number))
    .replace(LEET_WORD, withoutLeet)
    .replace(SPELLED_OUT, (letters) => letters.replace(/[^a-z]/gu, ''))
    .replace(/[^\S\n]+/gu, ' ');
