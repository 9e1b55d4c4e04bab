import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { build } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { newPhotoKey, variantKey } from '../../server/src/platform/media/media-key.ts';
import type { Reading } from '../support/measuring/probe.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { PROBE } from './chat/contenders.ts';
import { AT_ONCE, saturate } from './reads/load.ts';
import { type BenchTable, percentile } from './table.ts';

const ROUNDS = 5;
const TIMES = 8_000;
/** Requests for photos that were not requested before. */
const UNSEEN = 1_000;
/** As many as a page of the grid shows. */
const GRID = 60;
/** A photo as the grid shows it; noise, so that it has a typical size. */
const SIZE = { width: 320, height: 427 };

type Product = Awaited<ReturnType<typeof startProduct>>;

async function drawPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { ...SIZE, channels: 3, background: 'gray', noise } })
    .webp({ quality: 50 })
    .toBuffer();
}

/** Stores `count` copies of a photo under new keys. @returns their paths */
function addPhotos(file: string, dataDir: string, count: number): string[] {
  const folder = randomUUID();
  return Array.from({ length: count }, () => {
    const path = `/media/${variantKey(newPhotoKey(folder, 'front.jpg', new Date()), SIZE.width)}`;
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    cpSync(file, join(dataDir, path));
    return path;
  });
}

/** @returns the server's CPU microseconds per response */
async function measure(server: Product, paths: string[], times = TIMES): Promise<number> {
  await server.probe<Reading>();
  await saturate({ url: server.url, paths }, times);
  const { cpuMs } = await server.probe<Reading>();
  return (cpuMs * 1_000) / times;
}

const median = (figures: number[]): number => percentile(figures, 0.5);

/** The cost of a small photo on disk: of one page's photos again and again, and of photos never requested before. */
export async function bench(): Promise<BenchTable[]> {
  await build();
  const dir = makeTempDir();
  const file = join(dir.path, 'photo.webp');
  const photo = await drawPhoto();
  writeFileSync(file, photo);
  const options = { dataDir: dir.path, preload: PROBE };
  const product = await startProduct({
    ...options,
    entry: 'server/build/app/main.js',
    port: await freePort(),
  });
  const baseline = await startProduct({
    ...options,
    entry: 'tests/bench/photos/from-memory.ts',
    port: await freePort(),
    env: { FILE: file },
  });
  try {
    const grid = addPhotos(file, dir.path, GRID);
    const rounds: number[][] = [];
    // The first round is a warm-up.
    for (let n = 0; n <= ROUNDS; n += 1) {
      const unseen = addPhotos(file, dir.path, UNSEEN);
      const round = [
        await measure(product, grid),
        await measure(product, unseen, UNSEEN),
        await measure(baseline, grid),
      ];
      if (n > 0) rounds.push(round);
    }
    const rowOf = (name: string, which: number) => [
      name,
      median(rounds.map((round) => round[which] ?? 0)).toFixed(0),
      median(rounds.map((round) => (round[which] ?? 0) / (round[2] ?? 0))).toFixed(2),
    ];
    return [
      {
        title: `A photo of ${SIZE.width} px, ${(photo.length / 1024).toFixed(1)} KB, ${AT_ONCE} at a time`,
        columns: ['', 'µs of CPU', 'ratio'],
        rows: [
          rowOf(`one of the ${GRID} of a page`, 0),
          rowOf('one that was not requested before', 1),
          rowOf('node:http, from memory', 2),
        ],
      },
    ];
  } finally {
    await Promise.all([product.stop(), baseline.stop()]);
    dir.remove();
  }
}
