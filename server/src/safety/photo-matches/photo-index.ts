import { HASH_BYTES } from '../../platform/media/photo-hash.ts';

const WORDS = HASH_BYTES / 4;
/** The bits by which candidates are found: the lowest frequencies, in bands of 16. */
const BANDS = 8;
const BAND_VALUES = 1 << 16;
const ID_BYTES = 16;
const NONE = -1;
const FIRST_ROWS = 1_024;

/** The differences of a band from one that equals it, but for one bit, or for two. */
const ONE_OFF = [0, ...Array.from({ length: 16 }, (_, bit) => 1 << bit)];
const TWO_OFF = [...new Set(ONE_OFF.flatMap((one) => ONE_OFF.map((other) => one ^ other)))];
/**
 * How near a photo must be to a view, in bits of 256, and which bands find it. A mark changes many bits of the photo's own
 * view, the first one. Those of a crop differ only by how far it is from the nearest position. Measured by
 * `tests/drills/server/photo-matches.test.ts`.
 */
const OWN_VIEW = { distanceMax: 72, bands: BANDS, near: TWO_OFF };
const CROP_VIEW = { distanceMax: 56, bands: 3, near: ONE_OFF };

/** How far the average colours of two copies are apart at most, in steps of a ThumbHash: lightness, and both of chroma. */
const COLOUR_MAX = [5, 1, 1] as const;
const COLOUR_BYTES = COLOUR_MAX.length;

/** The first three values of 6 bits in a ThumbHash. */
function colourOf(placeholder: string): number[] {
  const [a = 0, b = 0, c = 0] = Buffer.from(placeholder, 'base64');
  const header = a | (b << 8) | (c << 16);
  return COLOUR_MAX.map((_, i) => (header >> (6 * i)) & 63);
}

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function wordsOf(hashes: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(hashes, 'base64'));
  return new Uint32Array(bytes.buffer);
}

/** The number of set bits (Hacker's Delight, figure 5-2). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const bandOf = (words: Uint32Array, at: number, band: number): number =>
  ((words[at + (band >> 1)] ?? 0) >>> ((band & 1) * 16)) & 0xffff;

function grown<A extends Int32Array | Uint32Array | Uint8Array>(array: A): A {
  const larger = new (array.constructor as new (length: number) => A)(array.length * 2);
  larger.set(array);
  return larger;
}

export interface Photo {
  /** The perceptual hash in base64. */
  hash: string;
  /** A ThumbHash in base64. */
  placeholder: string;
}

/**
 * The perceptual hashes of photos in memory, about 85 bytes each, to find copies: those that equal a view in a band of bits,
 * but for one or two, and differ from it in few bits overall (multi-index hashing; Norouzi, Punjani, Fleet, "Fast Search in
 * Hamming Space with Multi-Index Hashing", 2012), and have the same average colour.
 */
export function createPhotoIndex() {
  let rows = 0;
  let words = new Uint32Array(FIRST_ROWS * WORDS);
  let ids = new Uint8Array(FIRST_ROWS * ID_BYTES);
  let colours = new Uint8Array(FIRST_ROWS * COLOUR_BYTES);
  /** The latest row with each value of each band, and for each row the one before it with the same value. */
  const latest = new Int32Array(BANDS * BAND_VALUES).fill(NONE);
  let before = new Int32Array(FIRST_ROWS * BANDS);

  /** Written out, because it is called for each row of a band: millions of times a second. */
  function hasColour(row: number, [lightness = 0, one = 0, other = 0]: number[]): boolean {
    const at = row * COLOUR_BYTES;
    return (
      Math.abs((colours[at + 1] ?? 0) - one) <= COLOUR_MAX[1] &&
      Math.abs((colours[at + 2] ?? 0) - other) <= COLOUR_MAX[2] &&
      Math.abs((colours[at] ?? 0) - lightness) <= COLOUR_MAX[0]
    );
  }

  /** The different bits of a row and a view; more than `max` if that is exceeded. */
  function distance(row: number, view: Uint32Array, at: number, max: number): number {
    let sum = 0;
    for (let i = 0; i < WORDS && sum <= max; i += 1) {
      sum += countBits((words[row * WORDS + i] ?? 0) ^ (view[at + i] ?? 0));
    }
    return sum;
  }

  function addNear(nearest: Map<number, number>, view: Uint32Array, at: number, colour: number[]): void {
    const { distanceMax, bands, near } = at === 0 ? OWN_VIEW : CROP_VIEW;
    for (let band = 0; band < bands; band += 1) {
      const value = bandOf(view, at, band);
      for (const difference of near) {
        let row = latest[band * BAND_VALUES + (value ^ difference)] ?? NONE;
        for (; row !== NONE; row = before[row * BANDS + band] ?? NONE) {
          // First, because it rules out most rows by a few bytes, which fit into the processor's cache.
          if (!hasColour(row, colour)) continue;
          const found = distance(row, view, at, distanceMax);
          if (found <= distanceMax && found < (nearest.get(row) ?? Infinity)) nearest.set(row, found);
        }
      }
    }
  }

  return {
    add(id: string, { hash, placeholder }: Photo): void {
      if (rows * ID_BYTES === ids.length) {
        [words, ids, colours, before] = [grown(words), grown(ids), grown(colours), grown(before)];
      }
      words.set(wordsOf(hash), rows * WORDS);
      ids.set(bytesOfId(id), rows * ID_BYTES);
      colours.set(colourOf(placeholder), rows * COLOUR_BYTES);
      for (let band = 0; band < BANDS; band += 1) {
        const slot = band * BAND_VALUES + bandOf(words, rows * WORDS, band);
        before[rows * BANDS + band] = latest[slot] ?? NONE;
        latest[slot] = rows;
      }
      rows += 1;
    },
    /** Nearest first. @param views the hashes of the photo's views in base64, one after the other */
    find({ views, placeholder }: { views: string; placeholder: string }): string[] {
      const [all, colour] = [wordsOf(views), colourOf(placeholder)];
      const nearest = new Map<number, number>();
      for (let at = 0; at < all.length; at += WORDS) addNear(nearest, all, at, colour);
      return [...nearest]
        .toSorted(([, one], [, other]) => one - other)
        .map(([row]) => idOf(ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES)));
    },
  };
}
