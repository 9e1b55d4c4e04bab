import * as z from 'zod';

/**
 * A whole number as an address writes it: decimal digits and nothing else. `Number` alone reads `0x10`, `1e1`, spaces and
 * no digits at all as numbers, too.
 */
export const wholeNumber = (min: number, max: number) =>
  z
    .unknown()
    .transform((given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given))
    .pipe(z.int('Must be a whole number').min(min).max(max));
