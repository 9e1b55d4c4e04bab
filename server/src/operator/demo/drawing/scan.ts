import type { Surface } from './pen.ts';
import { HALF_HEIGHT, HALF_WIDTH, newPlane, type Plane } from './plane.ts';
import type { Raster } from './raster.ts';
import { WIDTH } from './view.ts';

/** The two drawings of a garment as pixels, and what the numbers in the map mean. */
export interface Drawn {
  colours: Raster;
  map: Raster;
  surfaces: readonly Surface[];
}

/** What the drawings say about each place, in steps of two pixels. */
export interface Scan {
  /** How much of the garment is here, 0 to 1. */
  cover: Plane;
  /** How high its surface lies. */
  level: Plane;
  /** How deep a seam runs here, 0 to 1. */
  depth: Plane;
  /** The number of its surface. */
  id: Uint8Array;
}

/** Reads coverage, surfaces and seams off the drawings. */
export function scan({ colours, map, surfaces }: Drawn): Scan {
  const cover = newPlane();
  const level = newPlane();
  const depth = newPlane();
  const id = new Uint8Array(cover.length);
  const levels = Float32Array.from(surfaces, (surface) => surface.level);
  const [paint, marks] = [colours.data, map.data];
  for (let y = 0; y < HALF_HEIGHT; y += 1) {
    for (let x = 0; x < HALF_WIDTH; x += 1) {
      const i = y * HALF_WIDTH + x;
      const at = y * 2 * WIDTH + x * 2;
      cover[i] = ((paint[at * 4 + 3] ?? 0) + (paint[(at + WIDTH + 1) * 4 + 3] ?? 0)) / 510;
      const number = marks[at * 3] ?? 0;
      id[i] = number;
      level[i] = levels[number] ?? 0;
      const here = at * 3 + 1;
      const below = here + WIDTH * 3;
      depth[i] =
        ((marks[here] ?? 0) + (marks[here + 3] ?? 0) + (marks[below] ?? 0) + (marks[below + 3] ?? 0)) / 1020;
    }
  }
  return { cover, level, depth, id };
}
