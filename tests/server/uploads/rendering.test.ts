import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { isHeavy } from '../../../server/src/uploads/open-picture.ts';
import { renderApart } from '../../../server/src/uploads/render-apart.ts';
import { createRendering } from '../../../server/src/uploads/rendering.ts';
import { avifPicture, heicPicture, hugePng, largestAvif, phonePhoto } from '../../support/pictures.ts';
import { makeTempDir } from '../../support/temp.ts';

const dir = makeTempDir();
afterAll(() => dir.remove());
afterEach(() => {
  vi.useRealTimers();
});

async function put(name: string, file: Blob): Promise<string> {
  const path = join(dir.path, name);
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}

test('AVIF, HEIC and pictures of many pixels are heavy', async () => {
  const heavy = [await avifPicture(30, 40), heicPicture(), hugePng(5_001)];
  const light = [await phonePhoto(), hugePng(5_000)];
  const found: boolean[] = [];
  for (const file of [...heavy, ...light]) found.push(await isHeavy(await put('picture', file)));
  expect(found).toEqual([true, true, true, false, false]);
});

test('each decoding is told, here and in a process of its own, whether it succeeds or not', async () => {
  const times: number[] = [];
  const render = createRendering((ms) => times.push(ms));
  await render('photo', await put('light', await phonePhoto()));
  const { width } = await render('photo', await put('heavy', await avifPicture(30, 40)));
  expect(width).toBe(30);
  await expect(render('portrait', await put('damaged', heicPicture().slice(0, 500)))).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(times).toHaveLength(3);
});

test('a picture that takes longer than a minute is refused', async () => {
  const path = await put('largest', largestAvif());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rendered = renderApart('photo', path);
  const refused = expect(rendered).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('too much memory or time'),
  });
  vi.advanceTimersByTime(59_999);
  for (let i = 0; i < 10; i += 1) await turn();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await refused;
});
