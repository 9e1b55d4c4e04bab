import * as z from 'zod';

/**
 * How many deals a member has made, with how many members, and how many public vouches there are about them; each is missing
 * while that feature is switched off. A deal counts once both accounts and the item are a day old.
 */
export const TrustCounts = z.object({
  deals: z.int().min(0).optional(),
  members: z.int().min(0).optional().meta({ description: 'With how many different members the deals are' }),
  vouches: z.int().min(0).optional(),
});
export type TrustCounts = z.infer<typeof TrustCounts>;
