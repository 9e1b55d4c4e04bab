import { noiseAt, noises } from './noise.ts';

/** Sides of a cloth tile: it repeats every 128 garment units, with four samples to the unit. */
export const TILE_UNITS = 128;
export const TILE_SIDE = 512;

/**
 * How bright a place of a cloth is beside its mean of 1; `u` runs across and `v` along the thread, in units.
 * Its periods divide `TILE_UNITS`, so that the tile has no seam.
 */
export type WeaveAt = (u: number, v: number) => number;

const TAU = Math.PI * 2;
const wave = (x: number) => Math.sin(x * TAU);
const { hills, fibres, clouds, grain } = noises;
const blotches = (u: number, v: number) => noiseAt(clouds, u * 2, v * 2);
const fuzz = (u: number, v: number) => noiseAt(fibres, u * 2, v * 2);
const specks = (u: number, v: number) => noiseAt(grain, u * 2, v * 2);
/** Noise drawn out along the thread: `u` fine, `v` long. */
const streaks = (u: number, v: number) => noiseAt(noises.streaks, u * 2, v * 2);

/** The V of one knitted stitch, `w` wide and `h` high: a lit ridge with a dark gap between the legs. */
function stitches(u: number, v: number, w: number, h: number, depth: number): number {
  const column = u / w;
  const across = column - Math.floor(column);
  const leg = Math.abs(across - 0.5) * 2;
  const slanted = v / h + leg * 0.9;
  const along = slanted - Math.floor(slanted);
  const yarn = Math.sin(along * Math.PI) * 0.7 + Math.sin(leg * Math.PI) * 0.55;
  return 1 - depth + depth * 1.15 * yarn;
}

/** Columns that stand up with valleys between, as in ribs and wales. */
const columns = (u: number, period: number, depth: number) =>
  1 - depth * 0.55 + depth * Math.abs(Math.sin((u / period) * Math.PI)) ** 0.8;

function cablesAt(u: number, v: number): number {
  const lane = (u / 64) % 1;
  const ground = stitches(u, v, 4, 4, 0.16);
  if (lane > 0.62) {
    const moss = wave(u / 8) * wave(v / 8);
    return ground * (0.86 + 0.16 * moss);
  }
  const x = (lane / 0.62 - 0.5) * 2;
  const turn = v / 64;
  const rope = (phase: number) => {
    const centre = Math.sin((turn + phase) * TAU) * 0.45;
    const d = (x - centre) / 0.5;
    const front = Math.cos((turn + phase) * TAU);
    return { height: Math.max(0, 1 - d * d), front };
  };
  const [a, b] = [rope(0), rope(0.5)];
  const top = (a.front > b.front && a.height > 0.15) || b.height < 0.05 ? a : b;
  const edge = Math.abs(x) > 0.97 ? 0.72 : 1;
  return ground * edge * (0.72 + 0.42 * top.height ** 0.7);
}

function herringboneAt(u: number, v: number): number {
  const column = Math.floor(u / 16);
  const slope = column % 2 === 0 ? u : -u;
  const rib = wave((v + slope) / 8);
  return 1 + 0.12 * rib + 0.1 * fuzz(u, v) + 0.08 * specks(u, v);
}

/** Rounded cells with dark gaps, by the distance to the nearest of a jittered lattice. */
function grainCells(u: number, v: number, size: number): number {
  const cells = TILE_UNITS / size;
  const [cu, cv] = [u / size, v / size];
  let near = 9;
  let second = 9;
  for (let j = -1; j <= 1; j += 1) {
    for (let i = -1; i <= 1; i += 1) {
      const [x, y] = [Math.floor(cu) + i, Math.floor(cv) + j];
      const [hx, hy] = [((x % cells) + cells) % cells, ((y % cells) + cells) % cells];
      const px = x + 0.5 + 0.45 * noiseAt(grain, hx * 7, hy * 3);
      const py = y + 0.5 + 0.45 * noiseAt(grain, hy * 5 + 90, hx * 11);
      const d = Math.hypot(cu - px, cv - py);
      if (d < near) [near, second] = [d, near];
      else if (d < second) second = d;
    }
  }
  return Math.min(1, (second - near) * 2.4);
}

export const WEAVES = {
  jersey: (u, v) => stitches(u, v, 2, 2, 0.07) * (1 + 0.045 * fuzz(u, v) + 0.03 * streaks(u, v)),
  knit: (u, v) => stitches(u, v, 4, 4, 0.24) * (1 + 0.09 * fuzz(u, v) + 0.05 * blotches(u, v)),
  chunky: (u, v) => stitches(u, v, 8, 8, 0.34) * (1 + 0.12 * fuzz(u, v) + 0.05 * blotches(u, v)),
  rib: (u, v) => columns(u, 8, 0.42) * stitches(u, v, 4, 4, 0.12) * (1 + 0.07 * fuzz(u, v)),
  fineRib: (u, v) => columns(u, 4, 0.36) * (1 + 0.06 * fuzz(u, v)),
  cable: (u, v) => cablesAt(u, v) * (1 + 0.07 * fuzz(u, v)),
  mohair: (u, v) =>
    1 + 0.07 * noiseAt(hills, u * 8 + 12 * fuzz(u, v), v * 8) + 0.16 * fuzz(u, v) + 0.1 * streaks(u, v),
  denim: (u, v) =>
    1 + 0.1 * wave((u + v) / 2.6666667) + 0.13 * streaks(u, v) + 0.05 * streaks(v, u) + 0.06 * specks(u, v),
  twill: (u, v) => 1 + 0.07 * wave((u - v) / 2.6666667) + 0.045 * streaks(u, v) + 0.03 * fuzz(u, v),
  canvas: (u, v) =>
    1 +
    0.07 * wave(u / 2) * wave(v / 2) +
    0.07 * noiseAt(grain, u / 2, v * 2) +
    0.07 * noiseAt(grain, u * 2, v / 2),
  linen: (u, v) =>
    1 +
    0.04 * wave(u / 2) * wave(v / 2) +
    0.1 * noiseAt(grain, u / 2, v * 2) +
    0.1 * noiseAt(grain, u * 2, v / 2),
  poplin: (u, v) => 1 + 0.025 * streaks(u, v) + 0.02 * specks(u, v),
  oxford: (u, v) => 1 + 0.09 * wave(u / 2) * wave(v / 2) + 0.05 * specks(u, v),
  melton: (u, v) => 1 + 0.1 * fuzz(u, v) + 0.08 * specks(u, v) + 0.04 * blotches(u, v),
  tweed: (u, v) => herringboneAt(u, v),
  hopsack: (u, v) => 1 + 0.1 * wave(u / 4) * wave(v / 4) + 0.08 * fuzz(u, v) + 0.05 * specks(u, v),
  corduroy: (u, v) => columns(u, 5.333333, 0.5) * (1 + 0.07 * fuzz(u, v) + 0.05 * blotches(u, v)),
  fleece: (u, v) => 0.78 + 0.3 * grainCells(u + 3 * fuzz(u, v), v, 6.4) + 0.1 * fuzz(u, v),
  boucle: (u, v) => 0.8 + 0.26 * grainCells(u, v, 8) + 0.14 * fuzz(u, v) + 0.08 * specks(u, v),
  leather: (u, v) => 0.93 + 0.09 * grainCells(u, v, 5.12) + 0.07 * blotches(u, v),
  smoothLeather: (u, v) => 1 + 0.05 * blotches(u, v) + 0.025 * fuzz(u, v),
  suede: (u, v) => 1 + 0.1 * blotches(u, v) + 0.08 * fuzz(u, v) + 0.05 * specks(u, v),
  nylon: (u, v) => 1 + 0.02 * wave(u / 2) * wave(v / 2) + 0.025 * specks(u, v),
  ripstop: (u, v) => 1 + 0.02 * specks(u, v) - 0.09 * Number(u % 8 < 0.8 || v % 8 < 0.8),
  quilted: (u, v) => 1 + 0.02 * specks(u, v),
  satin: (u, v) => 1 + 0.03 * streaks(u, v),
  rubber: (u, v) => 1 + 0.03 * specks(u, v),
} as const satisfies Record<string, WeaveAt>;
export type Weave = keyof typeof WEAVES;
