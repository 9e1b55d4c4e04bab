import { RATINGS } from '@selvedge/shared/deals/ratings';
import * as z from 'zod';
import { DemoLines } from './conversations.ts';
import deals from './deals.json' with { type: 'json' };
import { MemberName } from './members.ts';

/** What one member of a deal wrote, and what the other one answered. */
const DemoVouch = z.union([
  z.tuple([z.enum(RATINGS), z.string().nullable()]),
  z.tuple([z.enum(RATINGS), z.string().nullable(), z.string()]),
]);
export type DemoVouch = z.infer<typeof DemoVouch>;

/** A deal about a sold listing of the catalogue. */
const DemoDeal = z.strictObject({
  listing: z.string(),
  buyer: MemberName,
  byBuyer: DemoVouch.optional(),
  bySeller: DemoVouch.optional(),
  /** Their conversation, unless it is among the others. */
  lines: DemoLines.optional(),
});
export type DemoDeal = z.infer<typeof DemoDeal>;

export const DEALS: readonly DemoDeal[] = z.array(DemoDeal).parse(deals);

/** A listing on hold for the member who opened the conversation about it. */
export const ON_HOLD = { listing: 'Iron Ranger, amber harness', holder: 'northbeam' } as const;

/** An open offer, in whole dollars, for its seller to answer. */
export const OPEN_OFFER = {
  listing: 'Naval striped top, long sleeve',
  buyer: 'juniper',
  amount: 52,
} as const;
