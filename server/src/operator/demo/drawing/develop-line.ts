import type { Rgb } from './colour.ts';
import type { Ground } from './ground.ts';
import { NOISE_SIDE, noiseAt, noises } from './noise.ts';
import { FIELD_HEIGHT, FIELD_WIDTH } from './path.ts';
import type { Tile } from './tile.ts';
import { type Affine, WIDTH } from './view.ts';

/** The cloth at a surface. */
export interface Thread {
  tile: Tile;
  /** Of the angle by which the thread is turned. */
  cos: number;
  sin: number;
  /** Units by which the tile is shifted, so that it does not run on over seams. */
  offsetU: number;
  offsetV: number;
  /** What it fades to. */
  worn: Rgb | null;
  wornAmount: number;
}

/** All that goes into one row of pixels; the rows have a value for each pixel. */
export interface Line {
  y: number;
  /** Colour and coverage of the whole drawing, four bytes a pixel, and its map, three bytes a pixel. */
  paint: Uint8Array;
  map: Uint8Array;
  /** By the number of the surface. */
  threads: readonly (Thread | null)[];
  shade: Float32Array;
  gloss: Float32Array;
  worn: Float32Array;
  height: Float32Array;
  shadow: Float32Array;
  ground: Ground;
  /** From pixels to units. */
  units: Affine;
  /** How much brighter each column is exposed, and this row. */
  columns: Float32Array;
  bright: number;
  /** Factors of red and blue. */
  red: number;
  blue: number;
  out: Uint8Array;
}

/** Film grain, in levels of 255. */
const GRAIN = 2.4;
/** How far the thread is carried along by the height it lies at. */
const BEND = 0.5;

const pixel = new Float64Array(3);

/** Puts the ground in the shadow of the garment into `pixel`. */
function layGround({ ground, shadow }: Line, x: number, gx: number, gy: number): void {
  const wide = gx + (ground.width - FIELD_WIDTH) / 2;
  const down = gy + (ground.height - FIELD_HEIGHT) / 2;
  const px = wide < 0 ? 0 : wide > ground.width - 1 ? ground.width - 1 : wide | 0;
  const py = down < 0 ? 0 : down > ground.height - 1 ? ground.height - 1 : down | 0;
  const p = (py * ground.width + px) * 3;
  const lit = 1 - (shadow[x] ?? 0);
  pixel[0] = (ground.data[p] ?? 0) * lit;
  pixel[1] = (ground.data[p + 1] ?? 0) * lit;
  // The sky lights what the window does not.
  pixel[2] = (ground.data[p + 2] ?? 0) * (lit * 0.98 + 0.02);
}

const colour = new Float64Array(3);

/** Moves `colour` towards what the cloth fades to. */
function fade(thread: Thread, worn: number, gx: number, gy: number): void {
  if (!thread.worn) return;
  const patches = 0.3 * noiseAt(noises.clouds, gx * 0.3, gy * 0.12);
  const share = thread.wornAmount * (0.12 + worn + patches);
  const faded = share < 0 ? 0 : share > 0.9 ? 0.9 : share;
  for (let c = 0; c < 3; c += 1) {
    const fresh = colour[c] ?? 0;
    colour[c] = fresh + ((thread.worn[c] ?? 0) - fresh) * faded;
  }
}

/** Multiplies `colour` by the tile at a place in units, blended between its four samples. */
function weave({ side, density, factors }: Tile, u: number, v: number): void {
  const tu = u * density;
  const tv = v * density;
  const u0 = Math.floor(tu);
  const v0 = Math.floor(tv);
  const fu = tu - u0;
  const fv = tv - v0;
  const mask = side - 1;
  const upper = (v0 & mask) * side;
  const lower = ((v0 + 1) & mask) * side;
  const a = (upper + (u0 & mask)) * 3;
  const b = (upper + ((u0 + 1) & mask)) * 3;
  const c = (lower + (u0 & mask)) * 3;
  const d = (lower + ((u0 + 1) & mask)) * 3;
  const w00 = (1 - fu) * (1 - fv);
  const w10 = fu * (1 - fv);
  const w01 = (1 - fu) * fv;
  const w11 = fu * fv;
  for (let i = 0; i < 3; i += 1) {
    const factor =
      (factors[a + i] ?? 0) * w00 +
      (factors[b + i] ?? 0) * w10 +
      (factors[c + i] ?? 0) * w01 +
      (factors[d + i] ?? 0) * w11;
    colour[i] = (colour[i] ?? 0) * factor;
  }
}

/** Puts the garment over what is in `pixel`, as far as it covers it. */
function layGarment(line: Line, x: number, gx: number, gy: number, cover: number): void {
  const i = line.y * WIDTH + x;
  colour[0] = line.paint[i * 4] ?? 0;
  colour[1] = line.paint[i * 4 + 1] ?? 0;
  colour[2] = line.paint[i * 4 + 2] ?? 0;
  const thread = line.threads[line.map[i * 3] ?? 0];
  if (thread) {
    const carried = (line.height[x] ?? 0) * BEND;
    const tx = gx + carried;
    const ty = gy + carried;
    fade(thread, line.worn[x] ?? 0, gx, gy);
    const u = tx * thread.cos + ty * thread.sin + thread.offsetU;
    const v = ty * thread.cos - tx * thread.sin + thread.offsetV;
    weave(thread.tile, u, v);
  }
  const lit = line.shade[x] ?? 0;
  const shine = (line.gloss[x] ?? 0) * 255;
  for (let c = 0; c < 3; c += 1) {
    const below = pixel[c] ?? 0;
    pixel[c] = below + ((colour[c] ?? 0) * lit + shine - below) * cover;
  }
}

const toByte = (v: number) => (v < 0 ? 0 : v > 255 ? 255 : v);

/** Works out one row of the picture. */
export function developLine(line: Line): void {
  const { y, units, paint, out, columns, bright, red, blue } = line;
  const grainRow = ((y * 7) % NOISE_SIDE) * NOISE_SIDE;
  for (let x = 0; x < WIDTH; x += 1) {
    const i = y * WIDTH + x;
    const gx = units.a * x + units.c * y + units.e;
    const gy = units.b * x + units.d * y + units.f;
    const cover = (paint[i * 4 + 3] ?? 0) / 255;
    if (cover < 1) layGround(line, x, gx, gy);
    if (cover > 0) layGarment(line, x, gx, gy, cover);
    const exposure = (columns[x] ?? 0) + bright;
    const grain = GRAIN * (noises.grain[grainRow + ((x * 3 + y * 5) & (NOISE_SIDE - 1))] ?? 0);
    out[i * 3] = toByte((pixel[0] ?? 0) * exposure * red + grain);
    out[i * 3 + 1] = toByte((pixel[1] ?? 0) * exposure + grain);
    out[i * 3 + 2] = toByte((pixel[2] ?? 0) * exposure * blue + grain);
  }
}
