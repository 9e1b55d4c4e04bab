import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchTable, percentile } from '../table.ts';
import { privatePaths } from './hits.ts';
import { keepPace, type Sampled } from './load.ts';
import type { Site } from './site.ts';

const WRITES_PER_SECOND = 10;
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
      await pause(Math.max(0, from + (n * 1_000) / WRITES_PER_SECOND - performance.now()));
      await writes[n % writes.length]?.(n);
    }
  }
  const done = writeOn();
  return async () => {
    isStopped = true;
    await done;
  };
}

/** Reads at 100 per second while others write. */
export async function besideWrites(site: Site, title: string): Promise<BenchTable> {
  const { url } = site.product;
  const { inbox, threads } = await privatePaths(site);
  const listings = (await site.seller.call<{ id: string }[]>('GET', '/api/listings')).map(({ id }) => id);
  const { token } = site.seller;
  const reads: [string, Sampled][] = [
    ['the grid of 60', { url, paths: ['/api/listings'] }],
    ['one listing', { url, paths: listings.map((id) => `/api/listings/${id}`) }],
    ['the inbox', { url, paths: inbox, token }],
    ['50 messages', { url, paths: threads, token }],
  ];
  const rows: BenchTable['rows'] = [];
  const stop = startWriting(site);
  for (const [name, sampled] of reads) {
    const ms = await keepPace(sampled, READS);
    rows.push([name, ...[0.5, 0.95, 0.99].map((part) => percentile(ms, part).toFixed(2))]);
  }
  await stop();
  return { title, columns: [`beside ${WRITES_PER_SECOND} writes/s`, 'p50 ms', 'p95', 'p99'], rows };
}
