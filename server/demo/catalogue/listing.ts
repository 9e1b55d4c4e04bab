import { CATEGORIES, CONDITIONS } from '@selvedge/shared/platform/limits';
import * as z from 'zod';
import { MemberName } from './members.ts';

/** How long ago: a number and `m`, `h` or `d` for minutes, hours, days. */
export const Age = z.templateLiteral([z.number(), z.enum(['m', 'h', 'd'])]);
type Age = z.infer<typeof Age>;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function ageInMs(age: Age): number {
  const unit = age.slice(-1) as keyof typeof UNIT_MS; // guaranteed by `Age`
  return Number(age.slice(0, -1)) * UNIT_MS[unit];
}

/** One item of the catalogue: what its seller wrote, and when. */
export const DemoListing = z.strictObject({
  seller: MemberName,
  brand: z.string(),
  title: z.string(),
  category: z.enum(CATEGORIES),
  size: z.string(),
  condition: z.enum(CONDITIONS),
  /** Whole US dollars; `was` is the price before it was lowered. */
  price: z.int(),
  was: z.int().optional(),
  listed: Age,
  bumped: Age.optional(),
  sold: Age.optional(),
  description: z.string(),
  /** What the photos show, in order; each names a file of `pictures`. */
  photos: z.array(z.string()),
  /** The photo on which the note of its proof photo lies. */
  proof: z.string().optional(),
});
export type DemoListing = z.infer<typeof DemoListing>;
