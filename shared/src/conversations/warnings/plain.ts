import { foldLetters } from '../../platform/fold.ts';

/** Pairs each letter, in lower case, with the Latin one at the same index. */
const pairs = (letters: string, latin: string): [string, string][] =>
  [...letters.toLowerCase()].map((letter, i) => [letter, latin[i] ?? letter]);

/** Letters that look like Latin ones (the common part of the confusables of Unicode TS 39). */
const LOOKALIKES = new Map([
  // Cyrillic, Greek and Cherokee.
  ...pairs('авсеніјкморѕтхуԁԛԝӏ', 'abcehijkmopstxydqwl'),
  ...pairs('αεηικνορστυχ', 'aenikvopotux'),
  ...pairs('ᎪᏏᏴᏟᎠᎬᏀᏂᎻᎥᎫᏦᏞᎷᎤᏢᎡᏒᏚᎢᏙᎳᎩᎽᏃ', 'abbcdeghhijklmoprrstvwyyz'),
  // Small capitals and phonetic letters, which have no decomposition in Unicode.
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...pairs('ɑɡɩʋ', 'agiv'),
]);
/** Digits and signs that replace letters (leetspeak). */
const LEET_SIGNS: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

// Letters without a glyph: some are as wide as a space and can replace one.
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');
// Only one alternative can match at each position, and nothing backtracks into a word: it takes linear time.
const LEET_CANDIDATE = /(?<![\w@$.])[a-z0-9@$]+(?![\w@$])/gu;
// Such signs between letters; prices and sizes have no letters around them, or only at one end.
const LEET = /[a-z][013457@$]+[a-z]/u;
// Single letters pulled apart: z e l l e, w.h.a.t.s.a.p.p
const PULLED_APART = /(?<![a-z0-9])[a-z](?:[ .*_-]{1,2}[a-z]){3,}(?![a-z0-9])/gu;

/** A text without invisible characters: format characters, variation selectors, fillers and blanks. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Both ways to read a text that contains blanks: unchanged, and with the blanks as spaces. */
export function readingsOf(text: string): string[] {
  const spaced = text.replace(BLANK, ' ');
  return spaced === text ? [text] : [text, spaced];
}

export function withLatinLetters(text: string): string {
  return text.replace(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}

export function withoutLeet(word: string): string {
  return word.replace(/[013457@$]/gu, (sign) => LEET_SIGNS[sign] ?? sign);
}

// No ambiguous groups: their backtracking would take time that grows with every digit.
const NUMBER = /(?<![\w.$-])\+?\(?\d[\d ().-]{7,20}\d(?![\w-])/gu;
const MAIL_ADDRESS =
  /(?<![\w./@:])[\w.+-]{1,64}(?:(?:@| ?[[({]at[\])}] ?)[\w-]{2,40}(?:\.| dot | ?[[({]dot[\])}] ?)| at [\w-]{2,40}(?: dot | ?[[({]dot[\])}] ?)| at (?:g|hot|proton|i?clou|y?a?hoo|outloo)\w{0,6} ?(?:\.|dot|punkt|punto|point) ?)[a-z]{2,10}(?![\w-])/gu;
/** Digits of a telephone number with its area code (ITU E.164 has at most 15). */
const isPhone = (digits: number) => digits >= 9 && digits <= 15;

/** Placeholders for telephone numbers and mail addresses, which the lists of words use. */
const PHONE = '#phone';
const MAIL = '#mail';

/** A message as the rules read it: lower case, without diacritics, its disguised words restored. */
export function plainly(text: string): string {
  return withLatinLetters(foldLetters(withoutInvisible(text)))
    .replace(MAIL_ADDRESS, MAIL)
    .replace(NUMBER, (number) => (isPhone(number.replace(/\D/gu, '').length) ? PHONE : number))
    .replace(LEET_CANDIDATE, (word) => (LEET.test(word) ? withoutLeet(word) : word))
    .replace(PULLED_APART, (letters) => letters.replace(/[^a-z]/gu, ''))
    .replace(/[^\S\n]+/gu, ' ');
}
