import { PRICE_MAX_USD } from '@selvedge/shared/limits';

const DECIMALS = 2;

/**
 * What a price field keeps of what is typed: digits, one dot, two decimals.
 * @param before what it held, and goes on to hold when this is too much.
 */
export function cleanPrice(typed: string, before: string): string {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  const kept = rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, DECIMALS)}`;
  return Number(kept) > PRICE_MAX_USD ? before : kept;
}

/** A price as it is meant: `.5` is `0.5`, and `12.` is `12`. */
export const wholePrice = (typed: string): string =>
  /\d/.test(typed) ? typed.replace(/^\./, '0.').replace(/\.$/, '') : '';
