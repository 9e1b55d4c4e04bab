/** `"120.5"` → `12050`. */
export function toCents(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** `12000` → `"120.00"`. */
export function fromCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));
/** `٣` → `3`. Unicode lists the digits of a script in a row from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit(first - 1)) first -= 1;
  return String((code - first) % 10);
}

/** Words and the symbols of currencies, with the dot of `kr.` and `Cg.`. */
const WORDS = /\p{L}[\p{L}\p{M}]*\.?/gu;
/** What other scripts, and the keyboards of their input methods, have for the dot and the comma. */
const DOTS = /[٫．。｡]/g;
const COMMAS = /[٬،，、､]/g;
/** Anything but spaces and apostrophes between two digits, as in `100–150` and `2 x 50`, or a factor: `5k`. */
const SEVERAL = /\d[^\d.,]*[^\d.,\s'’][^\d.,]*\d|\d\s*[km](?!\p{L})/iu;
/** A minus before the first digit, or brackets around the amount, as accountants write it. */
const NEGATIVE =
  /^[^\p{Nd}]*[-\u2010-\u2015\u2212\ufe63\uff0d][^\p{Nd}]*\p{Nd}|^[^\p{Nd}]*\([^()]*\p{Nd}[^()]*\)[^\p{Nd}]*$/u;
/** A whole number, and the one or two digits after a decimal mark at the end. */
const PARTS = /^(.*?)(?:[.,](\d{0,2}))?$/;
/** Digits alone or in groups: by thousands, or as in India by hundreds above the first thousand. */
const WHOLE = /^(?:\d*|[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3})$/;

/** Longer texts are no amount, and the patterns are slow with them. */
const AMOUNT_TEXT_MAX = 100;

export const isNegative = (typed: string): boolean => typed.length <= AMOUNT_TEXT_MAX && NEGATIVE.test(typed);

/**
 * The amount in a text as people type it: `99,50` → `99.50`, `1.234,56` → `1234.56`, `1,000` and `1.000` →
 * `1000`, `€ 45,–` → `45`, `٣٥٠` → `350`. Null if there is none, more than one way to read it, or a minus.
 */
export function parseMoney(typed: string): string | null {
  if (typed.length > AMOUNT_TEXT_MAX) return null;
  const text = typed
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(DOTS, '.')
    .replace(COMMAS, ',');
  if (isNegative(text) || SEVERAL.test(text)) return null;
  const plain = text.replace(WORDS, '').replace(/[^\d.,]/g, '');
  const [, whole = '', fraction = ''] = PARTS.exec(plain) ?? [];
  if (whole + fraction === '' || !WHOLE.test(whole)) return null;
  const units = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? units : `${units}.${fraction}`;
}

/** What a money field submits: the amount, or else the text itself, which its schema refuses in words. */
export function readMoney(typed: string): string {
  return parseMoney(typed) ?? typed.trim();
}
