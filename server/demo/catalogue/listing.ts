import type { NewListing } from '@selvedge/shared/items/listings';
import type { MemberName } from './members.ts';

/** How long ago: a number and `m`, `h` or `d` for minutes, hours, days. */
export type Age = `${number}${'m' | 'h' | 'd'}`;

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function ageInMs(age: Age): number {
  const unit = age.slice(-1) as keyof typeof UNIT_MS; // guaranteed by `Age`
  return Number(age.slice(0, -1)) * UNIT_MS[unit];
}

/** One item of the catalogue: what its seller wrote, and when. */
export interface DemoListing {
  seller: MemberName;
  brand: string;
  title: string;
  category: NewListing['category'];
  size: string;
  condition: NewListing['condition'];
  /** Whole US dollars; `was` is the price before it was lowered. */
  price: number;
  was?: number;
  listed: Age;
  bumped?: Age;
  sold?: Age;
  description: string;
  /** What the photos show, in order; each names a file of `pictures`. */
  photos: readonly string[];
  /** The photo on which the note of its proof photo lies. */
  proof?: string;
}
