import { BAGS } from './bags.ts';
import { BLOUSONS } from './blousons.ts';
import { COATS } from './coats.ts';
import { DENIM } from './denim.ts';
import { DRESSES } from './dresses.ts';
import { FOOTWEAR } from './footwear.ts';
import { JACKETS } from './jackets.ts';
import { JERSEY } from './jersey.ts';
import { KNITWEAR } from './knitwear.ts';
import type { DemoListing } from './listing.ts';
import { SHIRTS } from './shirts.ts';
import { SMALL_THINGS } from './small-things.ts';
import { TROUSERS } from './trousers.ts';

/** The whole catalogue. */
export const LISTINGS: readonly DemoListing[] = [
  ...BAGS,
  ...BLOUSONS,
  ...COATS,
  ...DENIM,
  ...DRESSES,
  ...FOOTWEAR,
  ...JACKETS,
  ...JERSEY,
  ...KNITWEAR,
  ...SHIRTS,
  ...SMALL_THINGS,
  ...TROUSERS,
];
