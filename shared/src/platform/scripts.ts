import sets from './script-sets.json' with { type: 'json' };

const ANY = ['Zyyy', 'Zinh'];
const charactersOf = (scripts: string[]): string =>
  scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('');

// The file has the scripts in everyday use (UAX #31, table 5), in sets that one word may use (UTS #39, section 5.2,
// "highly restrictive"): one script, or Latin with those of Chinese, Japanese or Korean, as in `Tシャツ`.
const WORDS_OF_SETS = sets.map((set) => new RegExp(`^[${charactersOf([...set.split(' '), ...ANY])}]*$`, 'u'));
const EVERYDAY = new RegExp(`[${charactersOf(sets.flatMap((set) => set.split(' ')))}]`, 'u');
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The first word that mixes letters of scripts that are not written together, such as a Cyrillic `К` in `Кapital`. */
export function mixedWordIn(text: string): string | undefined {
  return (text.match(WORD) ?? []).find(
    // A word of rarer scripts only resembles none of these by mixing.
    (word) => EVERYDAY.test(word) && !WORDS_OF_SETS.some((set) => set.test(word)),
  );
}
