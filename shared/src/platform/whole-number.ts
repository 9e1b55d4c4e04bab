import * as z from 'zod';

/**
 * A whole number in a query: decimal digits and nothing else. `Number` alone also accepts `0x10`, `1e1`,
 * spaces and the empty string.
 */
export function wholeNumber(min: number, max: number) {
  return z
    .unknown()
    .transform((given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given))
    .pipe(
      z
        .int('Must be a whole number')
        .min(min, `Must be at least ${min.toLocaleString('en-US')}`)
        .max(max, `Must be at most ${max.toLocaleString('en-US')}`),
    );
}
