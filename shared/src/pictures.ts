import { IMAGE_WIDTHS } from './limits.ts';

/** Widths of pictures, shared so that the server's page and the client ask for the same files. */

// The address of a private picture carries its signature as a query.
const WIDEST = /-1800\.webp(?=$|\?)/;

/** The address of a stored picture at one of its widths; other addresses stay as they are. */
export const imageVariant = (url: string, width: (typeof IMAGE_WIDTHS)[number]): string =>
  url.replace(WIDEST, `-${width}.webp`);

/** Every width of a picture, for the browser to choose from. */
export const imageSrcSet = (url: string): string =>
  IMAGE_WIDTHS.map((width) => `${imageVariant(url, width)} ${width}w`).join(', ');

// Both a few percent below the true widths: nobody sees the difference, and the next larger file has twice the bytes.
/** How wide a card of the grid is. */
export const CARD_SIZES =
  '(min-width:1800px) 328px, (min-width:1600px) 18vw, (min-width:1024px) 22vw, (min-width:768px) 30vw, 43vw';
/** How wide a photo of an opened listing is. */
export const PHOTO_SIZES = '(min-width:1024px) 44vw, 88vw';
