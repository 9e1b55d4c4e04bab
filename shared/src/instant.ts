import * as z from 'zod';

/** A point in time as somebody names it. What is stored began after 1970, and not every database knows each year before. */
export const Instant = z.iso.datetime().refine((at) => at >= '1970', 'Name a time after 1970');
