import { PRICE_MAX_USD } from '@selvedge/shared/limits';

const DECIMALS = 2;

/**
 * What a price field accepts of the typed text: digits, one dot, two decimals.
 * @param before the field's value before, returned when the new one would be too large
 */
export function cleanPrice(typed: string, before: string): string {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  const kept = rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, DECIMALS)}`;
  return Number(kept) > PRICE_MAX_USD ? before : kept;
}

/** Completes a price: `.5` becomes `0.5`, and `12.` becomes `12`. */
export const wholePrice = (typed: string): string =>
  /\d/.test(typed) ? typed.replace(/^\./, '0.').replace(/\.$/, '') : '';
