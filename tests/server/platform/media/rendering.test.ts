import { writeFileSync } from 'node:fs';

import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';
import { AppError } from '../../../../server/src/platform/core/errors.ts';
import { estimateCost } from '../../../../server/src/platform/media/estimate-cost.ts';
import { renderInWorker } from '../../../../server/src/platform/media/image-workers.ts';
import { createRendering } from '../../../../server/src/platform/media/rendering.ts';
import {
  animatedGif,
  avifPicture,
  gifPicture,
  heicPicture,
  hugePng,
  inManyScans,
  phonePhoto,
  splitScans,
  transparentWebp,
  webpPicture,
  withMarkers,
} from '../../../support/data/pictures.ts';

import { makeTempDir } from '../../../support/servers/temp.ts';

const dir = makeTempDir();
afterAll(() => dir.remove());

async function put(name: string, file: Blob): Promise<string> {
  const path = join(dir.path, name);
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}

test('a picture that may need much memory is expensive', {
  tags: ['expensive-pictures'],
}, async () => {
  const heavy = [
    await avifPicture(30, 40),
    heicPicture(),
    await transparentWebp(30, 40),
    await gifPicture(30, 40),
    await animatedGif({ frames: 2 }),
    // A parser that reads a length after the first marker would find a scan next.
    await withMarkers(1, [0xff, 0xd0, 0, 4, 0, 0, 0xff, 0xda, 0, 2]),
    await inManyScans('jpeg'),
    await inManyScans('png'),
    hugePng(5_001),
  ];
  const light = [await phonePhoto(), await withMarkers(1_000), hugePng(5_000), await webpPicture(30, 40)];
  const found: boolean[] = [];
  for (const file of [...heavy, ...light])
    found.push((await estimateCost(await put('picture', file))).isHeavy);
  expect(found).toEqual([...heavy.map(() => true), ...light.map(() => false)]);
});

const { scans, withScans } = await splitScans();
test.each([
  ['repeats its first scan', withScans([...scans, ...scans.slice(0, 1)])],
  ['repeats all its scans', withScans([...scans, ...scans])],
  ['has 300,000 markers', await withMarkers(300_000)],
])('a JPEG that %s is refused', { tags: ['oversized-pictures'] }, async (_, file) => {
  const path = await put('hostile', file);
  await expect(createRendering()('photo', path, null)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a JPEG with its scans intact is rendered', async () => {
  const path = await put('whole', withScans(scans));
  expect(await createRendering()('photo', path, null)).toMatchObject({ width: 30, height: 40 });
});

test('every decoding is timed', async () => {
  const times: number[] = [];
  const render = createRendering({ onDecoded: (ms) => times.push(ms) });
  await render('photo', await put('light', await phonePhoto()), null);
  const { width } = await render('photo', await put('heavy', await avifPicture(30, 40)), null);
  expect(width).toBe(30);
  await expect(
    render('portrait', await put('damaged', heicPicture().slice(0, 500)), null),
  ).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(times).toHaveLength(3);
});

test('a child process that cannot start is reported', async () => {
  const path = await put('small', await avifPicture(30, 40));
  const node = process.execPath;
  try {
    process.execPath = join(dir.path, 'none');
    const error = await renderInWorker('photo', path).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      message: 'the image worker did not start: code 127',
      cause: expect.stringContaining(process.execPath),
    });
  } finally {
    process.execPath = node;
  }
});
