import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { DESCRIPTION_MAX } from '@selvedge/shared/limits';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../server/src/db/database.ts';
import { presentListing } from '../../server/src/listings/present.ts';
import { findListing } from '../../server/src/listings/queries.ts';
import { addListing, addPerson } from '../support/people/market.ts';
import { next, startLiveServer } from '../support/servers/live-server.ts';

const STALLED = 3;
const HEALTHY = 10;
const EVENTS_MAX = 40_000;
/** The most memory that may be buffered per stalled socket, in MiB, without the system's own buffers. */
const GROWTH_MAX = 30;

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
beforeAll(async () => {
  live = await startLiveServer();
  db = live.db;
});
afterAll(() => live.close());

test('sockets whose clients stop reading are closed, memory stays bounded, and all other sockets receive everything', async () => {
  const stalledPerson = await addPerson(db, 'stalled');
  const healthyPerson = await addPerson(db, 'healthy');
  for (const person of [stalledPerson, healthyPerson]) live.tokens.set(person.id, person);
  const description = 'A long description. '.repeat(DESCRIPTION_MAX / 20);
  const listingId = await addListing(db, healthyPerson.id, { description });
  const [row] = await db.read((conn) => findListing(conn, { id: listingId }));
  if (!row) throw new Error('the listing is gone');
  const listing = presentListing(row);
  const children = Array.from({ length: STALLED }, () =>
    fork(new URL('../support/clients/stalled-client.ts', import.meta.url), [live.url, stalledPerson.id]),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const received: string[][] = [];
  const healthy = Array.from({ length: HEALTHY }, () => {
    const ids: string[] = [];
    received.push(ids);
    const client = live.connect(healthyPerson.id);
    client.on('listing:changed', ({ listing }) => ids.push(listing.id));
    return client;
  });
  await Promise.all(healthy.map((client) => next(client, 'unread')));

  try {
    for (const child of children) child.kill('SIGSTOP');
    const before = process.memoryUsage().rss;
    let largest = before;
    const published: string[] = [];
    while ((await live.isConnected(stalledPerson.id)) && published.length < EVENTS_MAX) {
      for (let i = 0; i < 100; i += 1) {
        const id = randomUUID();
        published.push(id);
        live.publish.toEveryone('listing:changed', { listing: { ...listing, id } });
      }
      // Give healthy readers time to catch up.
      await vi.waitUntil(() => received.every((ids) => ids.length >= published.length - 100), {
        interval: 1,
        timeout: 15_000,
      });
      largest = Math.max(largest, process.memoryUsage().rss);
    }
    const growth = (largest - before) / 1024 / 1024 / STALLED;
    console.log(`cut after ${published.length} events of 2 KB; ${growth.toFixed(1)} MiB per stalled socket`);
    expect(await live.isConnected(stalledPerson.id)).toBe(false);
    expect(growth).toBeLessThan(GROWTH_MAX);
    await vi.waitFor(() => expect(received).toEqual(healthy.map(() => published)), { timeout: 15_000 });
    expect(healthy.every((client) => client.connected)).toBe(true);

    // Once resumed, the client notices, reconnects and is online again.
    const cut = once(children[0] as (typeof children)[0], 'message');
    for (const child of children) child.kill('SIGCONT');
    expect(await cut).toEqual(['cut', undefined]);
    await vi.waitUntil(() => live.isConnected(stalledPerson.id), { timeout: 15_000 });
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}, 60_000);
