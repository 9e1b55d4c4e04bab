import { PRICE_MAX } from '@selvedge/shared/limits';

const DECIMALS = 2;
/** Everything but digits and dots, and the dot of a currency's symbol, such as `Cg.`. */
const OTHERS = /[^\d.]|(?<=[a-z])\./gi;

/**
 * Reduces typed text to what a price field accepts: digits, one dot, two decimals.
 * @param before the field's previous value, returned when the new one would be too large
 */
export function cleanPrice(typed: string, before: string): string {
  const [whole = '', ...rest] = typed.replace(OTHERS, '').split('.');
  const cleaned = rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, DECIMALS)}`;
  return Number(cleaned) > PRICE_MAX ? before : cleaned;
}

/** Completes a price: `.5` becomes `0.5`, and `12.` becomes `12`. */
export const wholePrice = (typed: string): string =>
  /\d/.test(typed) ? typed.replace(/^\./, '0.').replace(/\.$/, '') : '';
