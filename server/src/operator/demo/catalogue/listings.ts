import { ACCESSORIES } from './accessories.ts';
import { BOTTOMS } from './bottoms.ts';
import { COATS } from './coats.ts';
import { FOOTWEAR } from './footwear.ts';
import { JACKETS } from './jackets.ts';
import { KNITWEAR } from './knitwear.ts';
import type { DemoListing } from './listing.ts';
import { TOPS } from './tops.ts';

/** The whole catalogue. */
export const LISTINGS: readonly DemoListing[] = [
  ...TOPS,
  ...KNITWEAR,
  ...JACKETS,
  ...COATS,
  ...BOTTOMS,
  ...FOOTWEAR,
  ...ACCESSORIES,
];
