import { PRICE_MAX_USD } from '@selvedge/shared/limits';

const DECIMALS = 2;

/** What a price field keeps of what is typed: digits, one dot, two decimals, and nothing that makes it too much. */
export function cleanPrice(typed: string): string {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  let kept = rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, DECIMALS)}`;
  while (Number(kept) > PRICE_MAX_USD) kept = kept.slice(0, -1);
  return kept;
}
