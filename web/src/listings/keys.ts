/** The key under which lists of listings are held. */
export const LISTINGS_KEY = 'listings';
