import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { phonePhoto } from '../../support/data/pictures.ts';
import type { Cluster } from '../nodes/cluster.ts';

const TIMES = 6;
/** Twelve megapixels, as phones take them. */
const PHONE = { width: 3_024, height: 4_032 };

/** What one more photo costs: CPU of taking it in, in microseconds, and bytes in the store, by the width of each copy. */
export interface PhotoSlope {
  nodeUs: number;
  bytes: number;
  bytesByWidth: Record<string, number>;
  /** Of one of the smallest copies, for who looks at a grid. */
  path: string;
}

function weigh(folder: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const width = /-(\d+)\.webp$/.exec(entry.name)?.[1];
    if (!width) continue;
    sums[width] = (sums[width] ?? 0) + statSync(join(entry.parentPath, entry.name)).size;
  }
  return sums;
}

export async function measurePhotos({ url, ask, pairs, mediaDir }: Cluster): Promise<PhotoSlope> {
  const photo = await phonePhoto(PHONE);
  let path = '';
  async function upload(): Promise<void> {
    const body = new FormData();
    body.set('image', photo, 'front.jpg');
    const headers = { authorization: `Bearer ${pairs[0]?.tokens[0]}` };
    const response = await fetch(`${url}/api/uploads/listings`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`a photo was answered ${response.status} ${await response.text()}`);
    path = ((await response.json()) as { url: string }).url;
  }
  await upload();
  await ask();
  for (let n = 0; n < TIMES; n += 1) await upload();
  const { cpuMs } = await ask();
  const sums = Object.entries(weigh(mediaDir)).map(([width, bytes]) => [width, bytes / (TIMES + 1)] as const);
  return {
    nodeUs: (cpuMs * 1_000) / TIMES,
    bytes: sums.reduce((sum, [, bytes]) => sum + bytes, 0),
    bytesByWidth: Object.fromEntries(sums),
    path: new URL(path, url).pathname.replace(/-\d+\.webp$/, '-320.webp'),
  };
}
