import { foldLetters } from './fold.ts';

// The notations of sizes, in the sizes of items and in texts.

/** `10½` and `10 1/2` → `10.5`; before letters are folded, since `½` decomposes. */
export const spellHalves = (text: string): string => text.replace(/(\d)(?: ?½| 1[/⁄]2\b|,5(?!\d))/gu, '$1.5');

/** Captured, since browsers of the target know no look-behind. */
const BEFORE = String.raw`(^|[^\p{L}\p{N}])`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;
const NUMBER = String.raw`\d+(?:\.\d+)?`;
const UNIT = 'usa?|uk|eur?|it|fr|de|jpn?|w';
const UNIT_NAMES: Record<string, string> = { usa: 'us', eur: 'eu', jpn: 'jp' };
const pattern = (source: string) => new RegExp(source, 'gu');

/** `32x34`, `w32/l34`, `32w 34l`. */
const WAIST = pattern(
  `${BEFORE}(?:(\\d\\d) ?[x×] ?(\\d\\d)|w ?(\\d\\d) ?(?:[/x×]? ?l|[/x×]) ?(\\d\\d)|(\\d\\d) ?w ?[/x×]? ?(\\d\\d) ?l)${AFTER}`,
);
/** `eu42`, `eu 42`, `42eu`, `42 eu`. Of `10 us 43`, the unit belongs to what precedes it. */
const UNITED = pattern(`${BEFORE}(?:(${UNIT})[ -]?(${NUMBER})(?![\\p{N}])|(${NUMBER}) ?(${UNIT})${AFTER})`);
const MANY_X = pattern(`${BEFORE}([2-5])x(?=[ls]${AFTER})`);
const ONE_SIZE = pattern(`${BEFORE}(?:one ?size|o/s|osfa)${AFTER}`);

/** Folded text in which one notation of a size stands for all: `EU42` is `eu 42`, `2XL` is `xxl`. */
export function foldNotations(folded: string): string {
  return folded
    .replace(ONE_SIZE, '$1os')
    .replace(MANY_X, (_, before, times) => before + 'x'.repeat(Number(times)))
    .replace(WAIST, (_, before, ...[a, b, c, d, e, f]) => `${before}w ${a ?? c ?? e} l ${b ?? d ?? f}`)
    .replace(UNITED, (_, before, first, number, other, last) => {
      const unit: string = first ?? last;
      return `${before}${UNIT_NAMES[unit] ?? unit} ${number ?? other}`;
    });
}

const NAMES: Record<string, string> = {
  one: 'os',
  small: 's',
  medium: 'm',
  large: 'l',
  xsmall: 'xs',
  xlarge: 'xl',
};

/**
 * The words of a size between spaces, so that a search finds whole words: `42` is in `EU 42`, not in `142` or
 * `42.5`. A half is a decimal, however it is written.
 */
export function foldSizeWords(size: string): string {
  const folded = foldLetters(spellHalves(size))
    .replace(/(\d),(?=\d)/gu, '$1.')
    .replace(/(\d)\.0+(?!\d)/gu, '$1')
    .replace(/'|\.(?!\d)/gu, '')
    .replace(/^(?:size|sz) (?=.)/u, '')
    .replace(/\bx[ -](?=small|large)/gu, 'x');
  const words = foldNotations(folded).match(/\d+(?:\.\d+)?[\p{L}\p{N}]*|[\p{L}\p{N}]+/gu) ?? [folded.trim()];
  const named = words.length === 1 ? words.map((word) => NAMES[word] ?? word) : words;
  return ` ${named.join(' ')} `;
}
