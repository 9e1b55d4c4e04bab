import * as z from 'zod';
import { Id } from '../platform/id.ts';

/** An event of an item, as its conversations show it; `budget`: the maximum price of a WTB has changed;
 * `unsold`: the sale was undone. */
export const ItemEvent = z.object({
  id: Id,
  kind: z.enum(['price', 'budget', 'sold', 'unsold', 'found', 'removed']),
  from: z.string().optional().meta({ description: 'The previous amount' }),
  to: z.string().optional().meta({ description: 'The new amount' }),
  at: z.iso.datetime(),
});
export type ItemEvent = z.infer<typeof ItemEvent>;
