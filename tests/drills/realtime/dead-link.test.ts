import { expect, test, vi } from 'vitest';
import { createLiveConnection } from '../../../web/src/conversations/store/socket.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { startConversation } from '../../support/people/conversation.ts';
import { startLiveServer } from '../../support/servers/live-server.ts';

/** The longest acceptable time to detect an unanswered heartbeat, in milliseconds. */
const NOTICED_WITHIN = 15_000;

test('both ends notice a silently dead link, and missed messages arrive after the reconnect', async () => {
  const live = await startLiveServer();
  const { db } = live;
  const { buyer, seller, send, id } = await startConversation(db);
  await send(buyer, 'Is it still there?');
  const proxy = await startProxy(Number(new URL(live.url).port));
  live.tokens.set(buyer.id, buyer);
  const raw = new WebSocket(`${live.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const opening = await new Promise<string>((resolve) => {
    raw.onmessage = ({ data }) => resolve(String(data));
  });
  raw.close();
  const { pingInterval, pingTimeout } = JSON.parse(opening.slice(1)) as Record<string, number>;
  // Each end waits for one heartbeat interval and its timeout.
  expect(Number(pingInterval) + Number(pingTimeout)).toBeLessThanOrEqual(NOTICED_WITHIN);

  const connection = createLiveConnection({ url: proxy.url, accessToken: async () => buyer.id });
  let isOnline = false;
  const ignore = () => undefined;
  connection.open({
    connected() {
      isOnline = true;
    },
    connectionLost() {
      isOnline = false;
    },
    sessionEnded: ignore,
  });
  await vi.waitUntil(() => live.isConnected(buyer.id));
  await vi.waitUntil(() => isOnline);

  proxy.set('blackhole');
  const patience = { timeout: 4 * NOTICED_WITHIN };
  await Promise.all([
    vi.waitUntil(() => !isOnline, patience),
    vi.waitUntil(async () => !(await live.isConnected(buyer.id)), patience),
  ]);
  await send(seller, 'Still there?');

  proxy.set('pass');
  await vi.waitUntil(() => isOnline, patience);
  const ack = await connection.request('sync', { conversations: { [id]: 1 } });
  expect(ack).toMatchObject({ ok: true, complete: true, messages: [{ content: 'Still there?' }] });

  connection.close();
  await proxy.close();
  await live.close();
}, 120_000);
