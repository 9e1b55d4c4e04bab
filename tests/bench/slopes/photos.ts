import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { phonePhoto } from '../../support/data/pictures.ts';
import type { Cluster } from '../nodes/cluster.ts';

const TIMES = 6;
/** Twelve megapixels, typical of phones. */
const PHONE = { width: 3_024, height: 4_032 };

/**
 * The cost of one more photo: CPU microseconds of its processing, and bytes in the store by width of each
 * copy.
 */
export interface PhotoSlope {
  nodeUs: number;
  bytes: number;
  bytesByWidth: Record<string, number>;
  /** The path of one of the smallest copies, as shown in the grid. */
  path: string;
}

function bytesByWidth(folder: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const width = /-(\d+)\.webp$/.exec(entry.name)?.[1];
    if (!width) continue;
    sums[width] = (sums[width] ?? 0) + statSync(join(entry.parentPath, entry.name)).size;
  }
  return sums;
}

export async function measurePhotos({ url, probe, pairs, mediaDir }: Cluster): Promise<PhotoSlope> {
  const photo = await phonePhoto(PHONE);
  let path = '';
  async function upload(): Promise<void> {
    const body = new FormData();
    body.set('image', photo, 'front.jpg');
    const headers = { authorization: `Bearer ${pairs[0]?.tokens[0]}` };
    const response = await fetch(`${url}/api/uploads/listings`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`a photo upload responded ${response.status} ${await response.text()}`);
    path = ((await response.json()) as { url: string }).url;
  }
  await upload();
  await probe();
  for (let n = 0; n < TIMES; n += 1) await upload();
  const { cpuMs } = await probe();
  const sums = Object.entries(bytesByWidth(mediaDir)).map(
    ([width, bytes]) => [width, bytes / (TIMES + 1)] as const,
  );
  return {
    nodeUs: (cpuMs * 1_000) / TIMES,
    bytes: sums.reduce((sum, [, bytes]) => sum + bytes, 0),
    bytesByWidth: Object.fromEntries(sums),
    path: new URL(path, url).pathname.replace(/-\d+\.webp$/, '-320.webp'),
  };
}
