import type { Point } from './path.ts';

/** Pixels of a finished picture; 3:4, as the grid shows it. Multiples of four, since light is worked out at a quarter. */
export const WIDTH = 840;
export const HEIGHT = 1120;

/** Where the camera is: the garment unit in the middle of the picture, pixels per unit, degrees of turn. */
export interface View {
  x: number;
  y: number;
  zoom: number;
  turn: number;
}

/** An affine map: x' = ax + cy + e, y' = bx + dy + f. */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/** From garment units to pixels. */
export function toPixels({ x, y, zoom, turn }: View): Affine {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * zoom, Math.sin(angle) * zoom];
  return {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: WIDTH / 2 - cos * x + sin * y,
    f: HEIGHT / 2 - sin * x - cos * y,
  };
}

/** From pixels to garment units. */
export function toUnits(view: View): Affine {
  const { a, b, c, d, e, f } = toPixels(view);
  const det = a * d - b * c;
  return {
    a: d / det,
    b: -b / det,
    c: -c / det,
    d: a / det,
    e: (c * f - d * e) / det,
    f: (b * e - a * f) / det,
  };
}

export const apply = ({ a, b, c, d, e, f }: Affine, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];
