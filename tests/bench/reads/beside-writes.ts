import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchTable, percentile } from '../table.ts';
import { privatePaths } from './hits.ts';
import { keepPace } from './load.ts';
import type { Site } from './site.ts';

/** About ten a second, but not at the times of the reads, which are a hundredth apart. */
const WRITE_EVERY_MS = 97;
const READS = 1_000;

/** Writes at a constant pace, in rotation: a new listing, a price, a message and a WTB. */
function startWriting({ seller, ids, uploads, sqlite }: Site) {
  const item = { title: 'Type II trucker', brand: 'Kapital', size: 'L' };
  const listed = { ...item, category: 'Outerwear', condition: 'Used', price: '365' };
  const own = sqlite
    .prepare('select id from listings where seller_id = ? limit 100')
    .pluck()
    .all(seller.id) as string[];
  const writes: ((n: number) => Promise<unknown>)[] = [
    () => seller.call('POST', '/api/listings', { ...listed, images: [`/media/${uploads.pop()}`] }),
    (n) =>
      seller.call('PATCH', `/api/listings/${own[n % own.length]}/price`, { price: `${100 + (n % 900)}` }),
    (n) => {
      const message = { clientId: randomUUID(), type: 'text', content: 'Shipped this week?' };
      return seller.call('POST', '/api/messages', { ...message, conversationId: ids[n % ids.length] });
    },
    () => seller.call('POST', '/api/wtb-listings', { ...item, maxPrice: '365' }),
  ];
  let isStopped = false;
  async function writeOn(): Promise<void> {
    const from = performance.now();
    for (let n = 0; !isStopped; n += 1) {
      await pause(Math.max(0, from + n * WRITE_EVERY_MS - performance.now()));
      await writes[n % writes.length]?.(n);
    }
  }
  const done = writeOn();
  return async () => {
    isStopped = true;
    await done;
  };
}

const PARTS = [0.5, 0.95, 0.99];

/**
 * Reads at 100 per second during writes. Meanwhile the baseline, to which nothing is written, answers as many of the
 * same reads: its times are what the machine allows.
 */
export async function besideWrites(site: Site, title: string): Promise<BenchTable> {
  const { product, limits, seller } = site;
  const { inbox, threads } = await privatePaths(site);
  const grid = await fetch(`${product.url}/api/listings`);
  const { byteLength: bytes } = await grid.clone().arrayBuffer();
  const listings = ((await grid.json()) as { id: string }[]).map(({ id }) => `/api/listings/${id}`);
  const reads: { name: string; paths: string[]; baseline?: string[]; token?: string }[] = [
    { name: 'the grid of 60', paths: ['/api/listings'], baseline: [`/ready/${bytes}`] },
    { name: 'one listing', paths: listings },
    { name: 'the inbox', paths: inbox, token: seller.token },
    { name: '50 messages', paths: threads, token: seller.token },
  ];
  const rows: BenchTable['rows'] = [];
  const stop = startWriting(site);
  for (const { name, baseline, ...read } of reads) {
    const [ours, theirs] = await Promise.all([
      keepPace({ ...read, url: product.url }, READS),
      keepPace({ ...read, url: limits.url, paths: baseline ?? read.paths }, READS),
    ]);
    rows.push([
      name,
      ...[ours, theirs].flatMap((ms) => PARTS.map((part) => percentile(ms, part).toFixed(2))),
    ]);
  }
  await stop();
  const times = ['p50 ms', 'p95', 'p99'];
  const columns = [
    `beside a write each ${WRITE_EVERY_MS} ms`,
    ...times,
    ...times.map((time) => `the limit, ${time}`),
  ];
  return { title, columns, rows };
}
