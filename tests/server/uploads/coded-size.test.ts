import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codedPixelsOf } from '../../../server/src/uploads/coded-size.ts';
import { avifPicture, croppedAvif, heicNamedWide, heicPicture } from '../../support/pictures.ts';
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

test('the pictures themselves tell no size, nor does a file that breaks off', async () => {
  for (const bytes of [Buffer.concat([FIRST, box('mdat', META)]), Buffer.alloc(0), FIRST.subarray(0, 7)]) {
    expect(await pixelsOf(bytes)).toBe(0);
  }
  expect(await pixelsOf(Buffer.concat([FIRST, box('meta', metaOf(ispe(30, 40).subarray(0, 15)))]))).toBe(0);
});

test('a file that would keep the server looking is refused', async () => {
  const many = Buffer.concat([FIRST, ...Array.from({ length: 200 }, () => box('free', Buffer.alloc(0)))]);
  await expect(pixelsOf(many)).rejects.toThrow('too many boxes');
  await expect(pixelsOf(Buffer.concat([FIRST, box('meta', Buffer.alloc(2 ** 20))]))).rejects.toThrow(
    'too long',
  );
});
