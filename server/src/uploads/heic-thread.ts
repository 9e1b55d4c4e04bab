/// <reference path="./heic-decode.d.ts" />
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import decode from 'heic-decode';

// The worker thread that `decodeHeic` starts.

/** The input of the thread. */
export interface HeicOrder {
  path: string;
  pixelsMax: number;
}
/** The output of the thread: 8 bits per channel, red, green, blue and alpha, upright. */
export interface HeicPixels {
  width: number;
  height: number;
  data: ArrayBuffer;
}

const { path, pixelsMax }: HeicOrder = workerData;
const [image] = await decode.all({ buffer: readFileSync(path) });
// The decoder has read the header, too, and may see another size in it than who has checked it before.
if (!image || image.width * image.height > pixelsMax)
  throw new Error('no picture of a size that can be shown');
const { width, height, data } = await image.decode();
parentPort?.postMessage({ width, height, data: data.buffer } satisfies HeicPixels, [data.buffer]);
