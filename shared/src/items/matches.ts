import * as z from 'zod';
import { Id } from '../platform/id.ts';
import { Listing } from './listings.ts';
import { Wanted } from './wanted.ts';

/** A listing that matches one of the caller's WTBs. */
export const Match = z.object({
  id: Id,
  listing: Listing,
  wtb: Wanted,
  createdAt: z.iso.datetime(),
  isSeen: z.boolean(),
});
export type Match = z.infer<typeof Match>;

/** How many members want to buy something: never who they are, nor anyone's exact budget. */
export const Demand = z.object({
  people: z.int().meta({ description: 'Up to 1,000' }),
  bands: z
    .array(
      z.object({
        from: z.string().meta({ description: 'US dollars, exclusive lower bound of the budgets' }),
        to: z.string().nullable().meta({ description: 'US dollars, inclusive; null is open-ended' }),
        people: z.int(),
      }),
    )
    .meta({ description: 'Lowest band first; empty bands are omitted' }),
});
export type Demand = z.infer<typeof Demand>;

const SEEN_AT_ONCE_MAX = 100;
export const SeeMatches = z.strictObject({ ids: z.array(Id).min(1).max(SEEN_AT_ONCE_MAX) });
