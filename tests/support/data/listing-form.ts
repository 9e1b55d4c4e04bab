import type { NewListing } from '@selvedge/shared/items/listings';
import type { z } from 'zod';

/** A request body of `NewListing` before it is parsed. */
export type ListingInput = z.input<typeof NewListing>;

/** The body sent by the listing form, with these photos. */
export const listingOf = (images: string[], changes: Partial<ListingInput> = {}): ListingInput => ({
  title: 'Type II trucker, sashiko lining',
  description: 'Worn twice.',
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Gently used',
  price: '365',
  images,
  ...changes,
});
