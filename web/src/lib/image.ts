import { thumbHashToAverageRGBA } from 'thumbhash';

const colors = new Map<string, string>();

/** A picture's mean color, shown while it loads. Far cheaper than decoding the whole ThumbHash. */
export function placeholderColor(placeholder: string | undefined): string | undefined {
  if (!placeholder) return undefined;
  const known = colors.get(placeholder);
  if (known) return known;
  const { r, g, b } = thumbHashToAverageRGBA(
    Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0)),
  );
  const color = `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  colors.set(placeholder, color);
  return color;
}
