/** The keys under which listings are held: lists by what they are narrowed to, one by its id. */
export const LISTINGS_KEY = 'listings';
export const LISTING_KEY = 'listing';
