import type { Cloth } from './cloth.ts';
import { rgb } from './colour.ts';
import { patternAt } from './patterns.ts';
import { TILE_SIDE, TILE_UNITS, WEAVES, type Weave } from './weaves.ts';

/** A piece of cloth that repeats without a seam: by how much each channel of its mean colour is multiplied. */
export interface Tile {
  side: number;
  /** Samples to one garment unit. */
  density: number;
  /** Red, green and blue of each sample, row by row. */
  factors: Float32Array;
}

/** A dark channel would be multiplied beyond reason by a light thread. */
const DARKEST = 12;
/** Samples to one garment unit. */
const DENSITY = TILE_SIDE / TILE_UNITS;

const woven = new Map<Weave, Float32Array>();

/** How light each sample of a weave is. Many cloths share one, so it is kept. */
function lightOf(weave: Weave): Float32Array {
  const known = woven.get(weave);
  if (known) return known;
  const at = WEAVES[weave];
  const light = new Float32Array(TILE_SIDE * TILE_SIDE);
  for (let y = 0; y < TILE_SIDE; y += 1) {
    for (let x = 0; x < TILE_SIDE; x += 1) light[y * TILE_SIDE + x] = at(x / DENSITY, y / DENSITY);
  }
  woven.set(weave, light);
  return light;
}

function weaveTile(cloth: Cloth): Tile {
  const base = rgb(cloth.colour);
  const mean = base.map((channel) => Math.max(DARKEST, channel));
  const colourAt = cloth.pattern && patternAt(base, cloth.pattern);
  const light = lightOf(cloth.weave);
  const factors = new Float32Array(light.length * 3);
  for (let i = 0; i < light.length; i += 1) {
    const colour = colourAt?.((i % TILE_SIDE) / DENSITY, Math.floor(i / TILE_SIDE) / DENSITY) ?? base;
    for (let c = 0; c < 3; c += 1) {
      factors[i * 3 + c] = ((light[i] ?? 0) * (colour[c] ?? 0)) / (mean[c] ?? 1);
    }
  }
  return { side: TILE_SIDE, density: DENSITY, factors };
}

/** The same at half the samples, for when it is seen from so far that every second one would be skipped. */
function halve({ side, density, factors }: Tile): Tile {
  const half = side / 2;
  const halved = new Float32Array(half * half * 3);
  const row = side * 3;
  for (let y = 0; y < half; y += 1) {
    for (let x = 0; x < half; x += 1) {
      const from = y * 2 * row + x * 6;
      for (let c = 0; c < 3; c += 1) {
        const i = from + c;
        const sum =
          (factors[i] ?? 0) + (factors[i + 3] ?? 0) + (factors[i + row] ?? 0) + (factors[i + row + 3] ?? 0);
        halved[(y * half + x) * 3 + c] = sum / 4;
      }
    }
  }
  return { side: half, density: density / 2, factors: halved };
}

export interface TileSet {
  near: Tile;
  far: Tile;
}

/** Tiles of one cloth, for details and for the whole garment. */
export function tilesOf(cloth: Cloth): TileSet {
  const near = weaveTile(cloth);
  return { near, far: halve(halve(near)) };
}
