/// <reference path="./heic-decode.d.ts" />
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import decode from 'heic-decode';

// The thread that `decodeHeic` starts.

/** What the thread is started with. */
export interface HeicOrder {
  path: string;
  pixelsMax: number;
}
/** What it answers with: 8 bits a channel, red, green, blue and alpha, upright. */
export interface HeicPixels {
  width: number;
  height: number;
  data: ArrayBuffer;
}

const { path, pixelsMax }: HeicOrder = workerData;
const [image] = await decode.all({ buffer: readFileSync(path) });
// The decoder believes the coded picture, the check before it the file's header.
if (!image || image.width * image.height > pixelsMax)
  throw new Error('no picture of a size that can be shown');
const { width, height, data } = await image.decode();
parentPort?.postMessage({ width, height, data: data.buffer } satisfies HeicPixels, [data.buffer]);
