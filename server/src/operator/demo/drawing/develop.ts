import type { Rgb } from './colour.ts';
import { type Ground, groundOf } from './ground.ts';
import type { Lighting } from './light.ts';
import { NOISE_SIDE, noiseAt, noises } from './noise.ts';
import { HALF_HEIGHT, HALF_WIDTH, type Plane } from './plane.ts';
import type { Raster } from './raster.ts';
import type { Setting } from './setting.ts';
import { shadowOf } from './shadow.ts';
import type { Tile } from './tile.ts';
import { HEIGHT, toUnits, type View, WIDTH } from './view.ts';

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

export interface Exposed {
  colours: Raster;
  map: Raster;
  lighting: Lighting;
  threads: (Thread | null)[];
  view: View;
  setting: Setting;
}

/** Film grain, in levels of 255. */
const GRAIN = 2.4;

/** One row of a half-size plane, blended between the two rows that a row of pixels lies between. */
function blendRows(plane: Plane, y: number, into: Float32Array): void {
  const upper = Math.max(0, (y - 1) >> 1);
  const lower = Math.min(HALF_HEIGHT - 1, upper + (y > 0 ? 1 : 0));
  const weight = y & 1 ? 0.25 : 0.75;
  const [a, b] = [upper * HALF_WIDTH, lower * HALF_WIDTH];
  for (let x = 0; x < HALF_WIDTH; x += 1) {
    into[x] = (plane[a + x] ?? 0) * (1 - weight) + (plane[b + x] ?? 0) * weight;
  }
}

/** Blends a row of half-size values to full size. */
function widen(row: Float32Array, into: Float32Array): void {
  for (let x = 0; x < HALF_WIDTH; x += 1) {
    const here = row[x] ?? 0;
    into[x * 2] = here * 0.75 + (x > 0 ? (row[x - 1] ?? 0) : here) * 0.25;
    into[x * 2 + 1] = here * 0.75 + (x + 1 < HALF_WIDTH ? (row[x + 1] ?? 0) : here) * 0.25;
  }
}

/** Hands out full-size rows of half-size planes. */
function rowReader() {
  const half = new Float32Array(HALF_WIDTH);
  return (plane: Plane, y: number, into: Float32Array): void => {
    blendRows(plane, y, half);
    widen(half, into);
  };
}

const newRow = () => new Float32Array(WIDTH);

/** How bright each column and row of the picture is exposed; the two are added. */
function exposures({ light, exposure, falloff }: Setting) {
  const lean = falloff / Math.hypot(light.x, light.y);
  const part = (length: number, towards: number, share: number) =>
    Float32Array.from({ length }, (_, i) => {
      const f = i / length - 0.5;
      return exposure * (0.5 - share * f * f + lean * towards * f);
    });
  return { columns: part(WIDTH, light.x, 0.32), rows: part(HEIGHT, light.y, 0.38) };
}

/** Brings everything together to pixels: ground and its shadow, colour, thread, wear, light, gloss, exposure, grain. */
export function develop({ colours, map, lighting, threads, view, setting }: Exposed): Buffer {
  const ground = groundOf(setting.ground);
  const shadow = shadowOf(lighting.cover, setting, view.zoom);
  const exposed = exposures(setting);
  const out = Buffer.allocUnsafe(WIDTH * HEIGHT * 3);
  const readRow = rowReader();
  const rows = { shade: newRow(), gloss: newRow(), worn: newRow(), height: newRow(), shadow: newRow() };
  const line: Line = {
    colours,
    map,
    threads,
    rows,
    ground,
    units: toUnits(view),
    out,
    y: 0,
    dim: exposed.columns,
    bright: 0,
    warmth: setting.warmth,
  };
  for (let y = 0; y < HEIGHT; y += 1) {
    readRow(lighting.shade, y, rows.shade);
    readRow(lighting.gloss, y, rows.gloss);
    readRow(lighting.worn, y, rows.worn);
    readRow(lighting.height, y, rows.height);
    readRow(shadow, y, rows.shadow);
    line.y = y;
    line.bright = exposed.rows[y] ?? 0;
    developLine(line);
  }
  return out;
}

interface Line {
  colours: Raster;
  map: Raster;
  threads: (Thread | null)[];
  rows: Record<'shade' | 'gloss' | 'worn' | 'height' | 'shadow', Float32Array>;
  ground: Ground;
  units: ReturnType<typeof toUnits>;
  out: Buffer;
  y: number;
  dim: Float32Array;
  bright: number;
  warmth: number;
}

const clampByte = (v: number) => (v < 0 ? 0 : v > 255 ? 255 : v);

function developLine({
  colours,
  map,
  threads,
  rows,
  ground,
  units,
  out,
  y,
  dim,
  bright,
  warmth,
}: Line): void {
  const paint = colours.data;
  const surfaces = map.data;
  const { shade, gloss, worn, height, shadow } = rows;
  const shiftX = (ground.width - WIDTH) / 2;
  const shiftY = (ground.height - HEIGHT) / 2;
  const [right, bottom] = [ground.width - 1, ground.height - 1];
  const [red, blue] = [1 + warmth, 1 - warmth * 1.2];
  const grainRow = ((y * 7) % NOISE_SIDE) * NOISE_SIDE;
  for (let x = 0; x < WIDTH; x += 1) {
    const i = y * WIDTH + x;
    const gx = units.a * x + units.c * y + units.e;
    const gy = units.b * x + units.d * y + units.f;
    const alpha = (paint[i * 4 + 3] ?? 0) / 255;
    let r = 0;
    let g = 0;
    let b = 0;
    if (alpha < 1) {
      const bx = gx + shiftX;
      const by = gy + shiftY;
      const p =
        ((by < 0 ? 0 : by > bottom ? bottom : by | 0) * ground.width +
          (bx < 0 ? 0 : bx > right ? right : bx | 0)) *
        3;
      const lit = 1 - (shadow[x] ?? 0);
      r = (ground.data[p] ?? 0) * lit;
      g = (ground.data[p + 1] ?? 0) * lit;
      b = (ground.data[p + 2] ?? 0) * (lit * 0.98 + 0.02);
    }
    if (alpha > 0) {
      let cr = paint[i * 4] ?? 0;
      let cg = paint[i * 4 + 1] ?? 0;
      let cb = paint[i * 4 + 2] ?? 0;
      const thread = threads[surfaces[i * 3] ?? 0];
      if (thread) {
        // The thread runs over hill and dale, and so does its pattern.
        const bend = (height[x] ?? 0) * 0.5;
        const u = (gx + bend) * thread.cos + (gy + bend) * thread.sin + thread.offsetU;
        const v = (gy + bend) * thread.cos - (gx + bend) * thread.sin + thread.offsetV;
        if (thread.worn) {
          const patches = 0.3 * noiseAt(noises.clouds, gx * 0.3, gy * 0.12);
          const share = thread.wornAmount * (0.12 + (worn[x] ?? 0) + patches);
          const fade = share < 0 ? 0 : share > 0.9 ? 0.9 : share;
          cr += (thread.worn[0] - cr) * fade;
          cg += (thread.worn[1] - cg) * fade;
          cb += (thread.worn[2] - cb) * fade;
        }
        const { side, density, factors } = thread.tile;
        const tu = u * density;
        const tv = v * density;
        const u0 = Math.floor(tu);
        const v0 = Math.floor(tv);
        const fu = tu - u0;
        const fv = tv - v0;
        const left = (u0 & (side - 1)) * 3;
        const next = ((u0 + 1) & (side - 1)) * 3;
        const upper = (v0 & (side - 1)) * side * 3;
        const lower = ((v0 + 1) & (side - 1)) * side * 3;
        const w00 = (1 - fu) * (1 - fv);
        const w10 = fu * (1 - fv);
        const w01 = (1 - fu) * fv;
        const w11 = fu * fv;
        const a = upper + left;
        const c = upper + next;
        const d = lower + left;
        const e = lower + next;
        cr *=
          (factors[a] ?? 0) * w00 +
          (factors[c] ?? 0) * w10 +
          (factors[d] ?? 0) * w01 +
          (factors[e] ?? 0) * w11;
        cg *=
          (factors[a + 1] ?? 0) * w00 +
          (factors[c + 1] ?? 0) * w10 +
          (factors[d + 1] ?? 0) * w01 +
          (factors[e + 1] ?? 0) * w11;
        cb *=
          (factors[a + 2] ?? 0) * w00 +
          (factors[c + 2] ?? 0) * w10 +
          (factors[d + 2] ?? 0) * w01 +
          (factors[e + 2] ?? 0) * w11;
      }
      const lit = shade[x] ?? 0;
      const shine = (gloss[x] ?? 0) * 255;
      r += (cr * lit + shine - r) * alpha;
      g += (cg * lit + shine - g) * alpha;
      b += (cb * lit + shine - b) * alpha;
    }
    const exposure = (dim[x] ?? 0) + bright;
    const grain = GRAIN * (noises.grain[grainRow + ((x * 3 + y * 5) % NOISE_SIDE)] ?? 0);
    out[i * 3] = clampByte(r * exposure * red + grain);
    out[i * 3 + 1] = clampByte(g * exposure + grain);
    out[i * 3 + 2] = clampByte(b * exposure * blue + grain);
  }
}
