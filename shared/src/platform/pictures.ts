import { IMAGE_WIDTHS } from './limits.ts';

/** Widths of pictures, shared so that the server's page and the client request the same files. */

// The URL of a private picture carries its signature in the query.
const WIDEST = /-1800\.webp(?=$|\?)/;

/** The URL of a stored picture at one of its widths; other URLs stay unchanged. */
export function imageVariant(url: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return url.replace(WIDEST, `-${width}.webp`);
}

/** The URL of a listing photo as JPEG, for previews of links. */
export function previewVariant(url: string): string {
  return url.replace(WIDEST, '-1080.jpg');
}

/** Every width of a picture, for the browser to choose from. */
export function imageSrcSet(url: string): string {
  return IMAGE_WIDTHS.map((width) => `${imageVariant(url, width)} ${width}w`).join(', ');
}

// Both sizes are a few percent below the true widths: the difference is invisible, and the next larger file
// has twice the bytes.
/** The width of a card in the grid. */
export const CARD_SIZES =
  '(min-width:1800px) 328px, (min-width:1600px) 18vw, (min-width:1024px) 22vw, (min-width:768px) 30vw, 43vw';
/** The width of a photo in an opened listing. */
export const PHOTO_SIZES = '(min-width:1024px) 44vw, 88vw';
