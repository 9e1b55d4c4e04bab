import { type Random, seededRandom } from './random.ts';

/** Sides of a noise tile in samples; it repeats without a seam. */
export const NOISE_SIDE = 256;
const MASK = NOISE_SIDE - 1;

interface NoiseShape {
  /** Cells of the coarsest layer along one side; a power of two. */
  cells: number;
  /** Cells down the other side, where they are not as many. */
  cellsDown?: number;
  layers: number;
  /** 1 gives creases with sharp crests, 0 soft hills. */
  ridged?: number;
}

const smooth = (t: number) => t * t * (3 - 2 * t);

interface Layer {
  across: number;
  down: number;
  amount: number;
  ridged: number;
}

function addLayer(tile: Float32Array, { across, down, amount, ridged }: Layer, random: Random): void {
  const lattice = Float32Array.from({ length: across * down }, () => random() * 2 - 1);
  for (let y = 0; y < NOISE_SIDE; y += 1) {
    const cy = (y * down) / NOISE_SIDE;
    const y0 = Math.floor(cy);
    const ty = smooth(cy - y0);
    const row0 = (y0 % down) * across;
    const row1 = ((y0 + 1) % down) * across;
    for (let x = 0; x < NOISE_SIDE; x += 1) {
      const cx = (x * across) / NOISE_SIDE;
      const x0 = Math.floor(cx);
      const tx = smooth(cx - x0);
      const a = x0 % across;
      const b = (x0 + 1) % across;
      const top = (lattice[row0 + a] ?? 0) * (1 - tx) + (lattice[row0 + b] ?? 0) * tx;
      const bottom = (lattice[row1 + a] ?? 0) * (1 - tx) + (lattice[row1 + b] ?? 0) * tx;
      const value = top * (1 - ty) + bottom * ty;
      // Rounded at the top: cloth does not break like paper.
      const crest = 1 - 3.2 * Math.sqrt(value * value + 0.006);
      const i = y * NOISE_SIDE + x;
      tile[i] = (tile[i] ?? 0) + amount * (value * (1 - ridged) + crest * ridged);
    }
  }
}

/** A repeating tile of fractal value noise, about -1 to 1. */
export function noiseTile(
  seed: string,
  { cells, cellsDown = cells, layers, ridged = 0 }: NoiseShape,
): Float32Array {
  const tile = new Float32Array(NOISE_SIDE * NOISE_SIDE);
  const random = seededRandom(seed);
  let amount = 0.62;
  for (let layer = 0; layer < layers; layer += 1) {
    const across = Math.min(cells << layer, NOISE_SIDE);
    addLayer(tile, { across, down: Math.min(cellsDown << layer, NOISE_SIDE), amount, ridged }, random);
    amount *= 0.52;
  }
  return tile;
}

/** The tile at a place in samples, blended between its four neighbours. */
export function noiseAt(tile: Float32Array, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const tx = x - x0;
  const ty = y - y0;
  const a = x0 & MASK;
  const b = (x0 + 1) & MASK;
  const row0 = (y0 & MASK) * NOISE_SIDE;
  const row1 = ((y0 + 1) & MASK) * NOISE_SIDE;
  const top = (tile[row0 + a] ?? 0) * (1 - tx) + (tile[row0 + b] ?? 0) * tx;
  const bottom = (tile[row1 + a] ?? 0) * (1 - tx) + (tile[row1 + b] ?? 0) * tx;
  return top * (1 - ty) + bottom * ty;
}

/** The noises that everything is drawn with. Made once, on first use. */
export const noises = {
  hills: noiseTile('hills', { cells: 4, layers: 4 }),
  creases: noiseTile('creases', { cells: 4, layers: 3, ridged: 1 }),
  fibres: noiseTile('fibres', { cells: 64, layers: 2 }),
  clouds: noiseTile('clouds', { cells: 2, layers: 6 }),
  grain: noiseTile('grain', { cells: 256, layers: 1 }),
  /** Long down, fine across: slubs of a thread. */
  streaks: noiseTile('streaks', { cells: 256, cellsDown: 16, layers: 1 }),
};
