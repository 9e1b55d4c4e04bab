import { IMAGE_WIDTHS } from './limits.ts';

/** Which widths of a picture a page asks for: in the page that the server sends and where the client draws it. */

const WIDEST = /-1800\.webp$/;

/** The address of a stored picture at one of its widths; other addresses stay as they are. */
export const imageVariant = (url: string, width: (typeof IMAGE_WIDTHS)[number]): string =>
  url.replace(WIDEST, `-${width}.webp`);

/** Every width of a picture, for the browser to choose from. */
export const imageSrcSet = (url: string): string =>
  IMAGE_WIDTHS.map((width) => `${imageVariant(url, width)} ${width}w`).join(', ');

/** How wide a card of the grid is. */
export const CARD_SIZES = '(min-width:1600px) 19vw, (min-width:1024px) 24vw, (min-width:768px) 32vw, 48vw';
/** How wide a photo of an opened listing is. */
export const PHOTO_SIZES = '(min-width:1024px) 46vw, 100vw';
