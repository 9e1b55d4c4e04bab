/** How pages are named: the same in the page that the server sends and in the tab that the client goes on with. */

export const PRODUCT = 'Selvedge';
const HOME = `${PRODUCT}: secondhand designer clothing`;

/** What stands in the tab; null is the name of the product alone. */
export const tabTitle = (title: string | null): string => (title ? `${title} · ${PRODUCT}` : HOME);

export const listingTitle = (listing: { brand: string; title: string; isSold: boolean }): string =>
  `${listing.isSold ? 'SOLD: ' : ''}${listing.brand} ${listing.title}`;

export const wantedTitle = (wanted: { brand: string; title: string }): string =>
  `Wanted: ${wanted.brand} ${wanted.title}`;
