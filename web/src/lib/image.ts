import { IMAGE_WIDTHS } from '@selvedge/shared/limits';
import { thumbHashToAverageRGBA } from 'thumbhash';

const WIDEST = /-1800\.webp$/;

/** The address of a stored picture at one of its widths; other addresses stay as they are. */
export const imageVariant = (url: string, width: (typeof IMAGE_WIDTHS)[number]): string =>
  url.replace(WIDEST, `-${width}.webp`);

/** Every width of a picture, for the browser to choose from. */
export const imageSrcSet = (url: string): string =>
  IMAGE_WIDTHS.map((width) => `${imageVariant(url, width)} ${width}w`).join(', ');

const grounds = new Map<string, string>();

/** The mean colour of a picture: the ground it stands on while it loads. Far cheaper than decoding the whole hash. */
export function groundColor(placeholder: string | undefined): string | undefined {
  if (!placeholder) return undefined;
  const known = grounds.get(placeholder);
  if (known) return known;
  const { r, g, b } = thumbHashToAverageRGBA(
    Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0)),
  );
  const color = `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  grounds.set(placeholder, color);
  return color;
}
