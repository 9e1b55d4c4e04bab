import * as shared from '@selvedge/shared/platform/format';
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
