import * as z from 'zod';
import { formatPrice } from '../platform/format.ts';
import { missing } from '../platform/input-errors.ts';
import { PRICE_MAX } from '../platform/limits.ts';
import { toCents } from '../platform/money.ts';

// At most two decimals and no sign, exponent, currency or separator. Digits alone are whole units, never cents.
const AMOUNT = /^\d{1,8}(\.\d{1,2})?$/;

const MAX_IN_DOLLARS = '$10,000,000';
/** Problems with a price name the highest one in dollars; this names it in the instance's currency. */
export function inCurrency(problem: string, currency: string): string {
  return problem.replaceAll(MAX_IN_DOLLARS, formatPrice(String(PRICE_MAX), currency));
}

/** An amount in a URL's query, parsed to integer cents from 0 to 10,000,000. */
export function amountInCents(invalid: string) {
  return z
    .string()
    .refine((value) => AMOUNT.test(value), { error: invalid, abort: true })
    .transform(toCents)
    .refine((cents) => cents <= PRICE_MAX * 100, invalid);
}

/** A price in a request, as text or number, parsed to integer cents above 0 and up to 10,000,000. */
export function priceInCents({ required, invalid }: { required: string; invalid: string }) {
  return z
    .union([z.string(), z.number()], missing(required))
    .transform((value) => String(value).trim())
    .refine((value) => value !== '', { error: required, abort: true })
    .refine((value) => AMOUNT.test(value), { error: invalid, abort: true })
    .transform(toCents)
    .refine((cents) => cents > 0 && cents <= PRICE_MAX * 100, invalid);
}
