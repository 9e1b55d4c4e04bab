// The scripts in everyday use (UAX #31, table 5), in sets that one word may use (UTS #39, section 5.2, "highly
// restrictive"): one script, or Latin with those of Chinese, Japanese or Korean, as in `Tシャツ`.
const SETS = [
  ...['Latn', 'Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'],
  ...['Arab', 'Armn', 'Beng', 'Cyrl', 'Deva', 'Ethi', 'Geor', 'Grek', 'Gujr', 'Guru', 'Hebr', 'Khmr'],
  ...['Knda', 'Laoo', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Thaa', 'Thai', 'Tibt'],
];
const ANY = ['Zyyy', 'Zinh'];
const charactersOf = (scripts: string[]): string =>
  scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('');

const WORDS_OF_SETS = SETS.map((set) => new RegExp(`^[${charactersOf([...set.split(' '), ...ANY])}]*$`, 'u'));
const EVERYDAY = new RegExp(`[${charactersOf(SETS.flatMap((set) => set.split(' ')))}]`, 'u');
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The first word that mixes letters of scripts that are not written together, such as a Cyrillic `К` in `Кapital`. */
export const mixedWordIn = (text: string): string | undefined =>
  (text.match(WORD) ?? []).find(
    // A word of rarer scripts only resembles none of these by mixing.
    (word) => EVERYDAY.test(word) && !WORDS_OF_SETS.some((set) => set.test(word)),
  );
