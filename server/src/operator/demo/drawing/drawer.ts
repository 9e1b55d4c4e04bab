import { Worker } from 'node:worker_threads';
import type { Article } from './article.ts';
import type { Shot } from './photograph.ts';

/** What the thread is asked for, and what it answers. */
export interface Order {
  id: number;
  article: Article;
  shot: Shot;
}
export type Delivery = { id: number; png: Uint8Array } | { id: number; error: string };

export interface Drawer {
  /** One photograph as PNG bytes. Orders are drawn one after the other. */
  photograph(article: Article, shot: Shot): Promise<Uint8Array>;
  close(): Promise<void>;
}

// Beside this file as it is written, and beside the bundle that it becomes a part of.
const FILE = import.meta.url.endsWith('.ts') ? './drawer-thread.ts' : './drawer-thread.js';

/** Draws on a thread of its own, so that pictures are packed and stored meanwhile. */
export function createDrawer(): Drawer {
  const thread = new Worker(new URL(FILE, import.meta.url));
  const waiting = new Map<number, { resolve(png: Uint8Array): void; reject(error: unknown): void }>();
  let orders = 0;
  thread.on('message', (delivery: Delivery) => {
    const order = waiting.get(delivery.id);
    waiting.delete(delivery.id);
    if ('png' in delivery) order?.resolve(delivery.png);
    else order?.reject(new Error(delivery.error));
  });
  thread.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return {
    photograph(article, shot) {
      orders += 1;
      const order: Order = { id: orders, article, shot };
      return new Promise((resolve, reject) => {
        waiting.set(order.id, { resolve, reject });
        thread.postMessage(order);
      });
    },
    async close() {
      await thread.terminate();
    },
  };
}
