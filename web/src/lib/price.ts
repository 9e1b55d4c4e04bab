import * as shared from '@selvedge/shared/platform/format';
import { PRICE_MAX } from '@selvedge/shared/platform/limits';
import { parseMoney } from '@selvedge/shared/platform/money';
import { instance } from './instance.ts';

/** `"120.00"` → `$120`, in the currency of the instance. */
export function formatPrice(price: string): string {
  return shared.formatPrice(price, instance.currency);
}

/** `"120"` → `$120.00`: as an amount that someone types is understood. */
export function formatExactPrice(price: string): string {
  return shared.formatExactPrice(price, instance.currency);
}

/** The symbol of the instance's currency, such as `$` or `CA$`. */
export function currencySymbol(): string {
  return shared.currencySymbol(instance.currency);
}

/** Why a text is no price to filter by, in words; null if it is one, or empty. */
export function priceProblem(value: string): string | null {
  if (value === '') return null;
  const amount = parseMoney(value);
  if (amount === null) return 'Enter an amount like 52 or 52.50';
  return Number(amount) > PRICE_MAX ? `Enter at most ${formatPrice(String(PRICE_MAX))}` : null;
}
