import * as z from 'zod';
import { DemoListing } from './listing.ts';
import listings from './listings.json' with { type: 'json' };

/** The whole catalogue. */
export const LISTINGS: readonly DemoListing[] = z.array(DemoListing).parse(listings);
