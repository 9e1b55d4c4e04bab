import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { presentListing } from '../../server/src/items/listings/present.ts';
import { findListing } from '../../server/src/items/listings/queries.ts';
import { openTab } from '../support/clients/socket.ts';
import { startConversation } from '../support/people/conversation.ts';
import { addListing } from '../support/people/market.ts';
import { openWorld } from '../support/world.ts';

const METRICS_TOKEN = 'a token for metrics of 32 characters';
const STALLED = 3;
const HEALTHY = 10;
const EVENT_BYTES = 64 * 1024;
const BATCH = 10;
/**
 * No more than what was published can wait for a socket: these 16 MiB are the 1 MiB that the product buffers, and the
 * most that the system does.
 */
const EVENTS_MAX = 256;

test('sockets whose clients stop reading are closed', { tags: ['slow-readers'] }, async () => {
  const world = await openWorld({ env: { METRICS_TOKEN } });
  const metric = async (name: string): Promise<number> => {
    const metrics = await (await world.call('GET', '/metrics', { token: METRICS_TOKEN })).text();
    return Number(new RegExp(`^selvedge_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  };
  const openSockets = () => metric('sockets');
  const { seller, buyer, send } = await startConversation(world);
  await send(buyer, 'Hello');
  const listingId = await addListing(world.db, seller.id);
  const [row] = await world.db.read((conn) => findListing(conn, { id: listingId }));
  if (!row) throw new Error('the listing is gone');
  // Large, so that buffers are full long before the heartbeat closes the sockets.
  const listing = { ...presentListing(row), description: 'x'.repeat(EVENT_BYTES) };
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
    const published: string[] = [];
    while ((await openSockets()) > HEALTHY && published.length < EVENTS_MAX) {
      for (let i = 0; i < BATCH; i += 1) {
        const id = randomUUID();
        published.push(id);
        world.product.publish.toEveryone('listing:changed', { listing: { ...listing, id } });
      }
      // Give healthy readers time to catch up.
      await vi.waitUntil(() => received.every((ids) => ids.length >= published.length - BATCH), {
        interval: 1,
        timeout: 60_000,
      });
    }
    expect(await openSockets()).toBe(HEALTHY);
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
