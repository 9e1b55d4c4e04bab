import { open } from 'node:fs/promises';
import { boxesIn, boxesOf, createReader, type ReadAt } from './boxes.ts';

// The items of an AVIF or HEIC file, ISO/IEC 23008-12: a picture is coded, and has its size in the property `ispe`
// (6.5.3), or is derived from others and has its size where a coded one has its data (6.6.2).

const VERSION_AND_FLAGS = 4;
/** Files of phones and of encoders have some kilobytes. */
const META_MAX = 1024 * 1024;
const DERIVED_MAX = 100;
/** libheif lets a coded picture be larger than its `ispe` by as much, in each direction. */
const SLACK = 128;
/** How many bytes come before the size: of `grid`, the numbers of rows and columns; of `iovl`, the colour behind it. */
const BEFORE_SIZE = new Map([
  ['grid', 2],
  ['iovl', 8],
]);
const DERIVED_LONGEST = 2 + 8 + 8;

/** Where the bytes of a derived picture are. */
interface Place {
  type: string;
  /** In the box `idat`, instead of in the file. */
  isInside: boolean;
  at: number;
}

function* codedIn(meta: Buffer): Generator<number> {
  for (const properties of boxesIn(meta, 'iprp')) {
    for (const container of boxesIn(properties, 'ipco')) {
      for (const size of boxesIn(container, 'ispe')) {
        const { next } = createReader(size.subarray(VERSION_AND_FLAGS));
        yield (next(4) + SLACK) * (next(4) + SLACK);
      }
    }
  }
}

/** @returns the types of the items that are derived from others, by their ids. */
function derivedIn(meta: Buffer): Map<number, string> {
  const derived = new Map<number, string>();
  for (const items of boxesIn(meta, 'iinf')) {
    const before = items[0] === 0 ? VERSION_AND_FLAGS + 2 : VERSION_AND_FLAGS + 4;
    for (const item of boxesIn(items.subarray(before), 'infe')) {
      const idLength = item[0] === 2 ? 2 : 4;
      const id = createReader(item.subarray(VERSION_AND_FLAGS)).next(idLength);
      const typeAt = VERSION_AND_FLAGS + idLength + 2;
      const type = item.toString('latin1', typeAt, typeAt + 4);
      if (BEFORE_SIZE.has(type)) derived.set(id, type);
    }
  }
  return derived;
}

/** @throws Error when one is in several pieces, or taken from another item. */
function* placesIn(meta: Buffer, derived: Map<number, string>): Generator<Place> {
  for (const items of boxesIn(meta, 'iloc')) {
    const { next, skip } = createReader(items);
    const version = next(1);
    skip(VERSION_AND_FLAGS - 1);
    const [lengths, more] = [next(1), next(1)];
    const [offset, length, base, index] = [lengths >> 4, lengths & 15, more >> 4, version ? more & 15 : 0];
    if ([offset, length, base, index].some((bytes) => ![0, 4, 8].includes(bytes)))
      throw new Error('a place in numbers of an unknown length');
    const wide = version < 2 ? 2 : 4;
    for (let left = next(wide); left > 0; left -= 1) {
      const type = derived.get(next(wide));
      const method = version ? next(2) & 15 : 0;
      skip(2);
      const start = next(base);
      const pieces = next(2);
      if (!type) {
        skip(pieces * (index + offset + length));
        continue;
      }
      if (pieces !== 1 || method > 1) throw new Error('a place that is more than one');
      skip(index);
      yield { type, isInside: method === 1, at: start + next(offset) };
      skip(length);
    }
  }
}

async function* canvasesIn(meta: Buffer, readAt: ReadAt): AsyncGenerator<number> {
  const [inside = Buffer.alloc(0), another] = boxesIn(meta, 'idat');
  if (another) throw new Error('a second idat');
  let count = 0;
  for (const { type, isInside, at } of placesIn(meta, derivedIn(meta))) {
    count += 1;
    if (count > DERIVED_MAX) throw new Error('too many derived pictures');
    const { next, skip } = createReader(isInside ? inside.subarray(at) : await readAt(at, DERIVED_LONGEST));
    skip(1);
    const length = next(1) & 1 ? 4 : 2;
    skip(BEFORE_SIZE.get(type) ?? 0);
    yield next(length) * next(length);
  }
}

/**
 * Finds how large the pictures in an AVIF or HEIC file may be before any crop: a decoder holds all of their pixels,
 * however small what is left of them is, and those of a canvas that others are put on before it compares its size.
 * @returns as many pixels as libheif may make of the largest one, which is somewhat more than it has.
 * @throws Error when no camera and no encoder makes such files.
 */
export async function codedPixelsOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const readAt: ReadAt = async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const { size } = await file.stat();
    let largest = 0;
    for await (const content of boxesOf(readAt, size, 'meta', META_MAX)) {
      const meta = content.subarray(VERSION_AND_FLAGS);
      for (const pixels of codedIn(meta)) largest = Math.max(largest, pixels);
      for await (const pixels of canvasesIn(meta, readAt)) largest = Math.max(largest, pixels);
    }
    return largest;
  } finally {
    await file.close();
  }
}
