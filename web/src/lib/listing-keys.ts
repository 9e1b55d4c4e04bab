/** Query keys of listings: lists by their filters, one listing by its id. */
export const LISTINGS_KEY = 'listings';
export const LISTING_KEY = 'listing';
