import { parentPort } from 'node:worker_threads';
import type { Article } from './article.ts';
import type { Delivery, Order } from './drawer.ts';
import { photograph, tilesFor } from './photograph.ts';
import { pngOf } from './raster.ts';
import type { TileSet } from './tile.ts';

// The thread that `createDrawer` starts.

/** Garments whose woven cloths are kept: about as many as are asked for in turn. */
const KEPT = 6;
const woven = new Map<string, Map<string, TileSet>>();

function tilesOnce(article: Article): Map<string, TileSet> {
  const known = woven.get(article.seed);
  if (known) return known;
  const tiles = tilesFor(article);
  woven.set(article.seed, tiles);
  const [oldest = ''] = woven.keys();
  if (woven.size > KEPT) woven.delete(oldest);
  return tiles;
}

async function deliver({ id, article, shot }: Order): Promise<Delivery> {
  try {
    const pixels = await photograph(article, tilesOnce(article), shot);
    return { id, png: new Uint8Array(await pngOf(pixels)) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

parentPort?.on('message', async (order: Order) => {
  const delivery = await deliver(order);
  parentPort?.postMessage(delivery, 'png' in delivery ? [delivery.png.buffer as ArrayBuffer] : []); // Just made, so its own.
});
