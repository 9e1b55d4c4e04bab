import type { Ground } from '@selvedge/shared/instance/instance-pictures';
import type { Pixels } from './open-instance-picture.ts';

/** The backgrounds of pages in light and dark mode, as their relative luminance (WCAG 2.2). */
const LIGHT = 1;
const DARK = 0.0052;
/** Below this contrast, a shape is lost on its background. */
const LEGIBLE = 2;
/** The share of a picture that may be lost. */
const LOST_MAX = 1 / 3;
const OPAQUE = 250;

const LINEAR = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});
const linear = (value: number | undefined): number => LINEAR[value ?? 0] ?? 0;

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < OPAQUE) return false;
  return true;
}

/** The background on which a picture is readable; an opaque one has its own. */
export function groundOf(pixels: Pixels): Ground {
  if (isOpaque(pixels)) return 'any';
  const { data } = pixels;
  let visible = 0;
  const lost = { light: 0, dark: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    const luminance =
      0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
    visible += alpha;
    if (contrast(luminance, LIGHT) < LEGIBLE) lost.light += alpha;
    if (contrast(luminance, DARK) < LEGIBLE) lost.dark += alpha;
  }
  const isLost = { light: lost.light / visible > LOST_MAX, dark: lost.dark / visible > LOST_MAX };
  // Black beside white is readable on neither, and no better on one of them.
  if (isLost.light === isLost.dark) return 'any';
  return isLost.light ? 'dark' : 'light';
}

export function groundColor(ground: Ground): string {
  return ground === 'dark' ? '#0d1016' : '#ffffff';
}
