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
const EMPTY = new Uint8Array();
const FIRST = box('ftyp', Buffer.from('avif'));
const SIZES = Buffer.concat([ispe(30, 40), ispe(3_000, 4_000), ispe(300, 400)]);

test('of AVIF and HEIC files, what counts is the largest picture, and before a crop', async () => {
  expect(await pixelsOf(await bytesOf(await avifPicture(30, 40)))).toBe(30 * 40);
  expect(await pixelsOf(await bytesOf(croppedAvif()))).toBe(16_384 * 16_384);
  expect(await pixelsOf(await bytesOf(heicPicture()))).toBe(480 * 640);
  expect(await pixelsOf(await bytesOf(await heicNamedWide(200_000)))).toBeGreaterThan(200_000 * 400);
  expect(await pixelsOf(Buffer.concat([FIRST, box('meta', SIZES)]))).toBe(3_000 * 4_000);
});

test('boxes are followed whatever way they tell their length', async () => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(16 + SIZES.length));
  const long = box('meta', Buffer.concat([length, SIZES]), 1);
  expect(await pixelsOf(Buffer.concat([FIRST, long, box('free', ispe(9_000, 9_000))]))).toBe(9_000 * 9_000);
  expect(await pixelsOf(Buffer.concat([FIRST, box('meta', SIZES, 0)]))).toBe(3_000 * 4_000);
  for (const broken of [2, 7, 4_000_000_000]) {
    expect(await pixelsOf(Buffer.concat([FIRST, box('meta', SIZES, broken)]))).toBe(3_000 * 4_000);
  }
});

test('what the pictures themselves are made of tells no size, nor does a file that breaks off', async () => {
  expect(await pixelsOf(Buffer.concat([FIRST, box('mdat', SIZES)]))).toBe(0);
  expect(await pixelsOf(EMPTY)).toBe(0);
  expect(await pixelsOf(FIRST.subarray(0, 7))).toBe(0);
  expect(await pixelsOf(Buffer.concat([FIRST, box('meta', ispe(30, 40).subarray(0, 15))]))).toBe(0);
});
