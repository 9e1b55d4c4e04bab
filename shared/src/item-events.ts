import * as z from 'zod';

/** Something that happened to an item, as its conversations tell it. Prices of a WTB are its budget. */
export const ItemEvent = z.object({
  id: z.uuid(),
  kind: z.enum(['price', 'sold', 'found', 'removed']),
  from: z.string().optional().meta({ description: 'The price before' }),
  to: z.string().optional().meta({ description: 'The price after' }),
  at: z.iso.datetime(),
});
export type ItemEvent = z.infer<typeof ItemEvent>;
