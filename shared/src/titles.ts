/** Titles of pages, shared so that the server's page and the client's tab read the same. */

export const PRODUCT = 'Selvedge';
const HOME = `${PRODUCT}: secondhand designer clothing`;

/** The title of the tab; null gives the product's own. */
export const tabTitle = (title: string | null): string => (title ? `${title} · ${PRODUCT}` : HOME);

export const listingTitle = (listing: { brand: string; title: string; isSold: boolean }): string =>
  `${listing.isSold ? 'SOLD: ' : ''}${listing.brand} ${listing.title}`;

export const wantedTitle = (wanted: { brand: string; title: string }): string =>
  `Wanted: ${wanted.brand} ${wanted.title}`;
