import * as z from 'zod';

/** How many deals a member has made, and how many public vouches there are about them. */
export const TrustCounts = z.object({ deals: z.int().min(0), vouches: z.int().min(0) });
export type TrustCounts = z.infer<typeof TrustCounts>;
