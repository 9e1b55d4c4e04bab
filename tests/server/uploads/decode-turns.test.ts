import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as settled } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createDecodeTurns } from '../../../server/src/uploads/decode-turns.ts';
import { openPicture } from '../../../server/src/uploads/open-picture.ts';
import { avifPicture, heicPicture, hugePng, phonePhoto } from '../../support/pictures.ts';
import { makeTempDir } from '../../support/temp.ts';

const dir = makeTempDir();
afterAll(() => dir.remove());

test('AVIF, HEIC and pictures of many pixels are heavy', async () => {
  const isHeavy = async (file: Blob, i: number) => {
    const path = join(dir.path, String(i));
    writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
    return (await openPicture(path)).isHeavy;
  };
  const heavy = [await avifPicture(30, 40), heicPicture(), hugePng(5_001)];
  expect(await Promise.all(heavy.map(isHeavy))).toEqual([true, true, true]);
  const light = [await phonePhoto(), hugePng(5_000)];
  expect(await Promise.all(light.map(isHeavy))).toEqual([false, false]);
});

test('two are decoded at a time, heavy ones one at a time, and those that wait hold up none that are light', async () => {
  const times: number[] = [];
  const decodeInTurn = createDecodeTurns((ms) => times.push(ms));
  const running = new Map<string, () => void>();
  const decode = (name: string) =>
    decodeInTurn({ isHeavy: name.startsWith('heavy') }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(name, resolve);
      await promise;
      running.delete(name);
    });
  const all = ['heavy 1', 'heavy 2', 'heavy 3', 'light 1', 'light 2'].map(decode);
  const seen: string[][] = [];
  for (const name of ['light 1', 'heavy 1', 'light 2', 'heavy 2', 'heavy 3']) {
    await settled();
    seen.push([...running.keys()].sort());
    running.get(name)?.();
  }
  await Promise.all(all);
  expect(seen).toEqual([
    ['heavy 1', 'light 1'],
    ['heavy 1', 'light 2'],
    ['heavy 2', 'light 2'],
    ['heavy 2'],
    ['heavy 3'],
  ]);
  expect(times).toHaveLength(5);
});
