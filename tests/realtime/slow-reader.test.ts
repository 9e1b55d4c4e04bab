import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { DESCRIPTION_MAX } from '@selvedge/shared/limits';
import { expect, test, vi } from 'vitest';
import { presentListing } from '../../server/src/listings/present.ts';
import { findListing } from '../../server/src/listings/queries.ts';
import { openTab } from '../support/clients/socket.ts';
import { collectGarbage } from '../support/measuring/collect-garbage.ts';
import { startConversation } from '../support/people/conversation.ts';
import { addListing } from '../support/people/market.ts';
import { openWorld } from '../support/world.ts';

const METRICS_TOKEN = 'a token for metrics of 32 characters';
const STALLED = 3;
const HEALTHY = 10;
const EVENTS_MAX = 40_000;
/** The most memory that may be buffered per stalled socket, in MiB, without the system's own buffers. */
const GROWTH_MAX = 8;

/** Bytes in use by this process. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('sockets whose clients stop reading are closed, memory stays bounded, and all other sockets receive everything', async () => {
  const world = await openWorld({ env: { METRICS_TOKEN } });
  const metric = async (name: string): Promise<number> => {
    const metrics = await (await world.call('GET', '/metrics', { token: METRICS_TOKEN })).text();
    return Number(new RegExp(`^selvedge_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  };
  const openSockets = () => metric('sockets');
  const { seller, buyer, send } = await startConversation(world);
  await send(buyer, 'Hello');
  const description = 'A long description. '.repeat(DESCRIPTION_MAX / 20);
  const listingId = await addListing(world.db, seller.id, { description });
  const [row] = await world.db.read((conn) => findListing(conn, { id: listingId }));
  if (!row) throw new Error('the listing is gone');
  const listing = presentListing(row);
  const token = await world.tokenOf(buyer);
  const children = Array.from({ length: STALLED }, () =>
    fork(new URL('../support/clients/stalled-client.ts', import.meta.url), [world.url, token]),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const received: string[][] = [];
  const healthy = await Promise.all(
    Array.from({ length: HEALTHY }, async () => {
      const { client } = await openTab(world, seller);
      const ids: string[] = [];
      received.push(ids);
      client.on('listing:changed', ({ listing }) => ids.push(listing.id));
      return client;
    }),
  );

  try {
    for (const child of children) child.kill('SIGSTOP');
    const before = memoryInUse();
    let largest = before;
    const published: string[] = [];
    while ((await openSockets()) > HEALTHY && published.length < EVENTS_MAX) {
      for (let i = 0; i < 100; i += 1) {
        const id = randomUUID();
        published.push(id);
        world.product.publish.toEveryone('listing:changed', { listing: { ...listing, id } });
      }
      // Give healthy readers time to catch up.
      await vi.waitUntil(() => received.every((ids) => ids.length >= published.length - 100), {
        interval: 1,
        timeout: 60_000,
      });
      largest = Math.max(largest, memoryInUse());
    }
    const growth = (largest - before) / 1024 / 1024 / STALLED;
    console.log(`cut after ${published.length} events of 2 KB; ${growth.toFixed(1)} MiB per stalled socket`);
    expect(await openSockets()).toBe(HEALTHY);
    expect(growth).toBeLessThan(GROWTH_MAX);
    expect(await metric('slow_readers_cut_total')).toBe(STALLED);
    await vi.waitFor(() => expect(received).toEqual(healthy.map(() => published)), { timeout: 60_000 });
    expect(healthy.every((client) => client.connected)).toBe(true);

    // Once resumed, the client notices, reconnects and is online again.
    const cut = once(children[0] as (typeof children)[0], 'message');
    for (const child of children) child.kill('SIGCONT');
    expect(await cut).toEqual(['cut', undefined]);
    await vi.waitUntil(async () => (await openSockets()) === HEALTHY + STALLED, { timeout: 60_000 });
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
});
