import { expect, test, vi } from 'vitest';
import { createLiveConnection } from '../../../web/src/conversations/store/session/socket.ts';
import { openTab } from '../../support/clients/socket.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { startConversation } from '../../support/people/conversation.ts';
import { openWorld } from '../../support/world.ts';

/** The longest acceptable time to detect an unanswered heartbeat, in milliseconds. */
const NOTICED_WITHIN = 15_000;

test('both ends notice a silently dead link', async () => {
  const world = await openWorld();
  const { buyer, seller, send, id } = await startConversation(world);
  await send(buyer, 'Is it still there?');
  const proxy = await startProxy(Number(new URL(world.url).port));
  const partner = await openTab(world, seller, 'presence');
  /** Whether the server takes the buyer for connected, according to the seller's tab. */
  const isConnected = () => (partner.received.at(-1) as { online: boolean } | undefined)?.online === true;
  const raw = new WebSocket(`${world.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const opening = await new Promise<string>((resolve) => {
    raw.onmessage = ({ data }) => resolve(String(data));
  });
  raw.close();
  const { pingInterval, pingTimeout } = JSON.parse(opening.slice(1)) as Record<string, number>;
  const ignore = () => undefined;
  // Each end waits for one heartbeat interval and its timeout.
  expect(Number(pingInterval) + Number(pingTimeout)).toBeLessThanOrEqual(NOTICED_WITHIN);

  const connection = createLiveConnection({
    ...{ url: proxy.url, accessToken: () => world.tokenOf(buyer) },
    receiveUnreadCount: ignore,
    featureLost: ignore,
  });
  let isOnline = false;
  connection.open({
    goOnline() {
      isOnline = true;
    },
    goOffline() {
      isOnline = false;
    },
    checkMissed: ignore,
    sessionEnded: ignore,
  });
  await vi.waitUntil(isConnected);
  await vi.waitUntil(() => isOnline);

  proxy.set('blackhole');
  const patience = { timeout: 4 * NOTICED_WITHIN };
  await Promise.all([vi.waitUntil(() => !isOnline, patience), vi.waitUntil(() => !isConnected(), patience)]);
  await send(seller, 'Still there?');

  proxy.set('pass');
  await vi.waitUntil(() => isOnline, patience);
  const ack = await connection.request('sync', { conversations: { [id]: 1 } });
  expect(ack).toMatchObject({ ok: true, complete: true, messages: [{ content: 'Still there?' }] });

  connection.close();
  await proxy.close();
}, 120_000);
