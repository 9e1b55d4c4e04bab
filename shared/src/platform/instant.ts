import * as z from 'zod';

/**
 * A point in time in a request. Nothing stored is older than 1970, and not every database supports all
 * earlier years.
 */
export const Instant = z.iso.datetime().refine((at) => at >= '1970', 'Must be 1970 or later');
