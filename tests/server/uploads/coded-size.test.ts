import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codedPixelsOf } from '../../../server/src/uploads/coded-size.ts';
import {
  avifPicture,
  canvasAvif,
  croppedAvif,
  heicNamedWide,
  heicPicture,
  tiledAvif,
  tiledHeic,
} from '../../support/pictures.ts';
import { makeTempDir } from '../../support/temp.ts';

const dir = makeTempDir();
afterAll(() => dir.remove());

async function pixelsOf(bytes: Uint8Array): Promise<number> {
  const path = join(dir.path, 'picture');
  writeFileSync(path, bytes);
  return codedPixelsOf(path);
}
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

function box(type: string, content: Uint8Array, length = 8 + content.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
function ispe(width: number, height: number): Buffer {
  const content = Buffer.alloc(12);
  content.writeUInt32BE(width, 4);
  content.writeUInt32BE(height, 8);
  return box('ispe', content);
}
const FIRST = box('ftyp', Buffer.from('avif'));
function number(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}
/** What a `meta` box holds: version and flags, and sizes in a place where they mean nothing and in theirs. */
const metaOf = (...sizes: Buffer[]) =>
  Buffer.concat([
    Buffer.alloc(4),
    box('iinf', ispe(9_000, 9_000)),
    box('iprp', box('ipco', Buffer.concat(sizes))),
  ]);
const META = metaOf(ispe(30, 40), ispe(3_000, 4_000), ispe(300, 400));
/** With what libheif grants. */
const counted = (width: number, height: number) => (width + 128) * (height + 128);

test('of AVIF and HEIC files, what counts is the largest picture, and before a crop', async () => {
  expect(await pixelsOf(await bytesOf(await avifPicture(30, 40)))).toBe(counted(30, 40));
  expect(await pixelsOf(await bytesOf(croppedAvif()))).toBe(counted(16_384, 16_384));
  expect(await pixelsOf(await bytesOf(heicPicture()))).toBeLessThan(counted(640, 640));
  expect(await pixelsOf(await bytesOf(await heicNamedWide(200_000)))).toBeGreaterThan(200_000 * 400);
  expect(await pixelsOf(Buffer.concat([FIRST, box('meta', META)]))).toBe(counted(3_000, 4_000));
});

test('boxes are followed whatever way they tell their length', async () => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(16 + META.length));
  const long = box('meta', Buffer.concat([length, META]), 1);
  const after = box('meta', metaOf(ispe(5_000, 5_000)));
  expect(await pixelsOf(Buffer.concat([FIRST, long, after]))).toBe(counted(5_000, 5_000));
  for (const whole of [0, 4_000_000_000]) {
    expect(await pixelsOf(Buffer.concat([FIRST, box('meta', META, whole)]))).toBe(counted(3_000, 4_000));
  }
});

test('what is no box ends the file: what some phones append changes nothing', async () => {
  const whole = Buffer.concat([FIRST, box('meta', META)]);
  const tooShort = Buffer.concat([Buffer.from([0, 0, 0, 5, 0]), box('meta', metaOf(ispe(5_000, 5_000)))]);
  for (const appended of [Buffer.from('SEFT'), Buffer.alloc(40, 'ispe'), tooShort]) {
    expect(await pixelsOf(Buffer.concat([whole, appended]))).toBe(counted(3_000, 4_000));
  }
});

test('the pictures themselves tell no size, and a file that breaks off none or no whole one', async () => {
  for (const bytes of [Buffer.concat([FIRST, box('mdat', META)]), Buffer.alloc(0), FIRST.subarray(0, 7)]) {
    expect(await pixelsOf(bytes)).toBe(0);
  }
  const cut = metaOf(box('ispe', ispe(30, 40).subarray(8, 15)));
  await expect(pixelsOf(Buffer.concat([FIRST, box('meta', cut)]))).rejects.toThrow(RangeError);
});

/** The canvas of a derived picture, as the two types name it. */
const CANVASES = (length: 2 | 4) => {
  const size = [number(9_000, length), number(8_000, length)];
  const begin = Buffer.from([0, length === 4 ? 1 : 0]);
  return {
    grid: Buffer.concat([begin, Buffer.from([15, 15]), ...size]),
    iovl: Buffer.concat([begin, Buffer.alloc(8, 255), ...size]),
  };
};
type Version = 0 | 1 | 2;
const idOf = (version: Version, id: number) => number(id, version < 2 ? 2 : 4);

/** Where an item is, in each of the versions of `iloc`. */
function place(version: Version, id: number, { method = 0, at = 0, pieces = 1 }): Buffer {
  const piece = Buffer.concat([number(at, 4), number(18, 4)]);
  return Buffer.concat([
    idOf(version, id),
    version ? number(method, 2) : Buffer.alloc(0),
    number(0, 2),
    number(pieces, 2),
    ...Array.from({ length: pieces }, () => piece),
  ]);
}

/** A `meta` box of a coded picture and a derived one, number 7, and where they are. */
function derivedOf(type: string, version: Version, places: Buffer[], ...more: Buffer[]): Buffer {
  const head = (value: number) => Buffer.from([value, 0, 0, 0]);
  const item = (id: number, name: string) =>
    box(
      'infe',
      Buffer.concat([head(version < 2 ? 2 : 3), idOf(version, id), number(0, 2), Buffer.from(name)]),
    );
  const coded = place(version, 1, { method: 2, pieces: 3 });
  const items = [head(version < 2 ? 0 : 1), idOf(version, 2), item(1, 'av01'), item(7, type)];
  const locations = [head(version), number(0x4400, 2), idOf(version, places.length + 1), coded, ...places];
  const boxes = [box('iinf', Buffer.concat(items)), box('iloc', Buffer.concat(locations))];
  return box('meta', Buffer.concat([Buffer.alloc(4), ...boxes, ...more]));
}

test('the canvas of a derived picture counts, in the file or inside of meta', async () => {
  expect(await pixelsOf(await bytesOf(canvasAvif()))).toBe(16_384 * 16_384);
  expect(await pixelsOf(await bytesOf(tiledHeic()))).toBe(counted(1_280, 960));
  expect(await pixelsOf(await bytesOf(tiledAvif()))).toBe(counted(1_024, 1_024));
  for (const length of [2, 4] as const) {
    for (const [type, canvas] of Object.entries(CANVASES(length))) {
      for (const version of [0, 1, 2] as const) {
        const meta = derivedOf(type, version, [place(version, 7, { at: FIRST.length + 8 })]);
        expect(await pixelsOf(Buffer.concat([FIRST, box('mdat', canvas), meta]))).toBe(9_000 * 8_000);
      }
      const idat = box('idat', Buffer.concat([Buffer.alloc(5), canvas]));
      for (const version of [1, 2] as const) {
        const meta = derivedOf(type, version, [place(version, 7, { method: 1, at: 5 })], idat);
        expect(await pixelsOf(Buffer.concat([FIRST, meta]))).toBe(9_000 * 8_000);
      }
    }
  }
});

test('a derived picture whose place is not a single one is refused', async () => {
  const idat = box('idat', CANVASES(2).grid);
  const grid = (where: Parameters<typeof place>[2], ...inside: Buffer[]) =>
    derivedOf('grid', 1, [place(1, 7, where)], ...inside);
  const odd = grid({ method: 1 }, idat);
  odd.writeUInt16BE(0x4200, odd.indexOf('iloc') + 8);
  const refused: [Buffer, string][] = [
    [grid({ method: 2 }, idat), 'more than one'],
    [grid({ method: 1, pieces: 2 }, idat), 'more than one'],
    [grid({ method: 1 }, idat, idat), 'a second idat'],
    [odd, 'an unknown length'],
    [grid({ method: 1, at: 9 }, idat), 'outside'],
  ];
  for (const [meta, why] of refused) {
    await expect(pixelsOf(Buffer.concat([FIRST, meta]))).rejects.toThrow(why);
  }
});

test('a file that would keep the server looking is refused', async () => {
  const many = Buffer.concat([FIRST, ...Array.from({ length: 200 }, () => box('free', Buffer.alloc(0)))]);
  await expect(pixelsOf(many)).rejects.toThrow('too many boxes');
  await expect(pixelsOf(Buffer.concat([FIRST, box('meta', Buffer.alloc(2 ** 20))]))).rejects.toThrow(
    'too long',
  );
  const grids = Array.from({ length: 200 }, () => place(1, 7, { method: 1, at: 0 }));
  const meta = derivedOf('grid', 1, grids, box('idat', CANVASES(2).grid));
  await expect(pixelsOf(Buffer.concat([FIRST, meta]))).rejects.toThrow('too many derived');
});
