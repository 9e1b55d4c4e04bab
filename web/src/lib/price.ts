import * as shared from '@selvedge/shared/platform/format';
import { instance } from './instance.ts';

/** `"120.00"` → `$120`, in the currency of the instance. */
export const formatPrice = (price: string): string => shared.formatPrice(price, instance.currency);

/** `"120"` → `$120.00`: as an amount that someone types is understood. */
export const formatExactPrice = (price: string): string => shared.formatExactPrice(price, instance.currency);

/** The symbol of the instance's currency, such as `$` or `CA$`. */
export const currencySymbol = (): string => shared.currencySymbol(instance.currency);
