/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const clampByte = (v: number) => Math.max(0, Math.min(255, Math.round(v)));

export const hexOf = (colour: Rgb): string =>
  `#${colour.map((v) => clampByte(v).toString(16).padStart(2, '0')).join('')}`;

/** `a` at 0, `b` at 1. */
export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

const NIGHT: Rgb = [8, 9, 14];
const PAPER: Rgb = [255, 253, 248];

/** Darker below 0, lighter above; -1 is near black, 1 near white. */
export const toned = (colour: Rgb, tone: number): Rgb =>
  tone < 0 ? mix(colour, NIGHT, -tone) : mix(colour, PAPER, tone);
