import { thumbHashToAverageRGBA } from 'thumbhash';

const grounds = new Map<string, string>();

/** The mean colour of a picture, its background while it loads. Far cheaper than decoding the whole ThumbHash. */
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
