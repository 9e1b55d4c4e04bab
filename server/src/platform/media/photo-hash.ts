import type { Sharp } from 'sharp';

// Perceptual hashes with a discrete cosine transform, as in PDQ (Facebook, "The TMK+PDQF Video-Hashing Algorithm and
// the PDQ Image-Hashing Algorithm", 2019; github.com/facebook/ThreatExchange, `pdq/`): the 16 × 16 lowest
// frequencies of the brightness, without the constant ones, each above their median or not. Resizing and recompression
// change few of the 256 bits, a watermark some. A crop moves everything, and would change half of them. So the stored
// hash is only of the centre, which each allowed crop still contains, and a look-up takes several views of its photo:
// each is the part that would be the centre of the original, if the photo were cropped from it in a certain way. Four
// more views undo a mirroring or a rotation, which only swap frequencies or change their signs.

/** Pixels per side to which a photo is reduced; its proportions do not matter. */
const SIDE = 64;
const FREQUENCIES = 16;
const BITS = FREQUENCIES * FREQUENCIES;
export const HASH_BYTES = BITS / 8;
/** The share of each side that may be missing, and what the centre therefore leaves out. */
const CROP = 0.1;
/** How many positions of a crop are tried per axis, besides none: the hash tolerates half the distance between two. */
const POSITIONS = 5;

/** A part of an axis, whose length is 1. */
interface Span {
  from: number;
  to: number;
}

/** Where the centre of the original is in a photo from which `before` and `after` were cropped. */
function centreAfter(before: number, after: number): Span {
  const length = 1 - before - after;
  return { from: (CROP - before) / length, to: (1 - CROP - before) / length };
}

const SPANS: Span[] = [
  centreAfter(0, 0),
  ...Array.from({ length: POSITIONS }, (_, i) => {
    const before = (CROP * i) / (POSITIONS - 1);
    return centreAfter(before, CROP - before);
  }),
];
/** Computes the coefficient of frequency `x` across and `y` down after a mirroring or rotation. */
type Transform = (coefficientAt: (x: number, y: number) => number, x: number, y: number) => number;
/** The sign that an axis gives to a frequency when its direction is reversed; the first one is odd. */
const reversed = (frequency: number) => (frequency % 2 === 0 ? -1 : 1);
/** Mirrored, and rotated by 90, 180 and 270 degrees. */
const TRANSFORMS: Transform[] = [
  (at, x, y) => reversed(x) * at(x, y),
  (at, x, y) => reversed(x) * at(y, x),
  (at, x, y) => reversed(x) * reversed(y) * at(x, y),
  (at, x, y) => reversed(y) * at(y, x),
];
/** The crops' hashes; the first is that of the photo's own centre. Those of `TRANSFORMS` follow. */
const CROPS = SPANS.length * SPANS.length;
const VIEWS = CROPS + TRANSFORMS.length;

function cosinesOver({ from, to }: Span): Float64Array {
  const cosines = new Float64Array(FREQUENCIES * SIDE);
  for (let pixel = 0; pixel < SIDE; pixel += 1) {
    const [start, end] = [Math.max(from, pixel / SIDE), Math.min(to, (pixel + 1) / SIDE)];
    const at = ((start + end) / 2 - from) / (to - from);
    for (let f = 0; start < end && f < FREQUENCIES; f += 1) {
      cosines[f * SIDE + pixel] = (end - start) * Math.cos(Math.PI * (f + 1) * at);
    }
  }
  return cosines;
}
const COSINES = SPANS.map(cosinesOver);

/** The positions of the coefficients in the order of their bits: low frequencies, which change least, come first. */
const ORDER = Array.from({ length: BITS }, (_, i) => i).sort((a, b) => {
  const rank = (i: number) => (i % FREQUENCIES) + Math.floor(i / FREQUENCIES);
  return rank(a) - rank(b) || a - b;
});

/** Multiplies the rows of `left` (of `SIDE` values each) with those of `right`: result[i][j] = left[i] · right[j]. */
function multiply(left: ArrayLike<number>, right: ArrayLike<number>): Float64Array {
  const [rows, columns] = [left.length / SIDE, right.length / SIDE];
  const product = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      let sum = 0;
      // Both indexes are within bounds.
      for (let k = 0; k < SIDE; k += 1)
        sum += (left[i * SIDE + k] as number) * (right[j * SIDE + k] as number);
      product[i * columns + j] = sum;
    }
  }
  return product;
}

function bitsOf(coefficients: Float64Array): Uint8Array {
  const sorted = Float64Array.from(coefficients).sort();
  const median = ((sorted[BITS / 2 - 1] ?? 0) + (sorted[BITS / 2] ?? 0)) / 2;
  const bits = new Uint8Array(HASH_BYTES);
  ORDER.forEach((position, i) => {
    if ((coefficients[position] ?? 0) > median) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return bits;
}

const transformed = (coefficients: Float64Array, transform: Transform): Float64Array =>
  coefficients.map((_, i) =>
    transform((x, y) => coefficients[y * FREQUENCIES + x] ?? 0, i % FREQUENCIES, Math.floor(i / FREQUENCIES)),
  );

export interface PhotoHashes {
  hash: string;
  /** The hashes of all views, one after the other, in base64. */
  views: string;
}

function hashesOf(brightness: Uint8Array): PhotoHashes {
  const views = Buffer.alloc(VIEWS * HASH_BYTES);
  COSINES.forEach((across, x) => {
    // One row per frequency across, one value per pixel down.
    const columns = multiply(across, brightness);
    COSINES.forEach((down, y) => {
      const coefficients = multiply(down, columns);
      views.set(bitsOf(coefficients), (y * SPANS.length + x) * HASH_BYTES);
      if (x > 0 || y > 0) return;
      TRANSFORMS.forEach((transform, i) => {
        views.set(bitsOf(transformed(coefficients, transform)), (CROPS + i) * HASH_BYTES);
      });
    });
  });
  return { hash: views.toString('base64', 0, HASH_BYTES), views: views.toString('base64') };
}

export async function hashPicture(decoded: Sharp): Promise<PhotoHashes> {
  const brightness = await decoded
    .flatten({ background: 'white' })
    .toColourspace('b-w')
    .resize({ width: SIDE, height: SIDE, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  return hashesOf(brightness);
}
