import * as z from 'zod';

/**
 * How many deals a member has made, and how many public vouches there are about them; each is missing while that feature is
 * switched off.
 */
export const TrustCounts = z.object({ deals: z.int().min(0).optional(), vouches: z.int().min(0).optional() });
export type TrustCounts = z.infer<typeof TrustCounts>;
