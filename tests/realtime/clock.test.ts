import { relativeTime } from '@selvedge/shared/platform/format';
import { expect, test, vi } from 'vitest';
import { openWebClient } from '../support/clients/web-client.ts';
import { readMessages } from '../support/data/stored-messages.ts';
import { startProxy } from '../support/peers/proxy.ts';
import { prepareDrill, signUpPair } from '../support/servers/drill.ts';

const HOUR_MS = 3_600_000;
/**
 * Both daylight-saving changes are in the past: a session would not survive a jump of months into the future.
 */
const until = (iso: string) => Date.parse(iso) - Date.now();
const PATIENCE = { timeout: 60_000, interval: 20 };

/** The server's clock settings, one after the other, in milliseconds from the true time. */
const CLOCKS: [name: string, aheadMs: () => number][] = [
  ['right', () => 0],
  ['an hour behind', () => -HOUR_MS],
  ['a day ahead', () => 24 * HOUR_MS],
  ['right again', () => 0],
  ['just before the end of summer time', () => until('2026-11-01T08:59:59.000Z')],
  ['after the end of summer time', () => until('2026-11-01T09:00:01.000Z')],
  ['just before summer time', () => until('2026-03-08T09:59:59.000Z')],
  ['in summer time', () => until('2026-03-08T10:00:01.000Z')],
];

const product = await prepareDrill({
  env: { TZ: 'America/Los_Angeles' },
  preload: new URL('../support/measuring/clock.ts', import.meta.url),
});

test("changes of the server's clock sign no one out", async () => {
  const { seller, buyer, id } = await signUpPair(product.url);
  const link = await startProxy(Number(new URL(product.url).port));
  const writer = await openWebClient(product.url, buyer);
  const reader = await openWebClient(product.url, seller, { url: link.url });
  await vi.waitUntil(() => writer.isOnline() && reader.isOnline(), PATIENCE);
  await writer.open(id);
  let count = 0;
  const sendNext = async () => {
    count += 1;
    await writer.send(id, `text ${count}`);
    await vi.waitUntil(() => writer.outgoingCount() === 0, PATIENCE);
  };
  await sendNext();
  await vi.waitUntil(() => reader.messaging.store.getState().conversations[id], PATIENCE);
  await reader.open(id);

  const inbox = () => reader.messaging.store.getState();
  let acceptedLate = 0;
  let signedOut = 0;
  for (const [name, aheadMs] of CLOCKS) {
    const now = await product.probe<number>({ aheadMs: aheadMs() });
    const { exp } = JSON.parse(atob(seller.token.split('.')[1] ?? '')) as { exp: number };
    const { status } = await seller.request('GET', '/api/conversations');
    if (now > (exp + 60) * 1_000 && status !== 401) acceptedLate += 1;
    if (now < exp * 1_000 && status !== 200) signedOut += 1;
    for (const member of [seller, buyer]) await member.renew().catch(() => (signedOut += 1));
    expect((await seller.request('GET', '/api/conversations')).status, name).toBe(200);

    // One message is missed offline, and one arrives live.
    link.set('refuse');
    link.cut();
    await vi.waitUntil(() => !reader.isOnline(), PATIENCE);
    await sendNext();
    link.set('pass');
    reader.reconnect();
    await vi.waitUntil(() => reader.isOnline(), PATIENCE);
    await reader.messaging.catchUp();
    expect(reader.thread(id), name).toHaveLength(count);
    await sendNext();
    await vi.waitUntil(() => reader.thread(id).length === count && inbox().unread === 1, PATIENCE);
    expect(inbox().conversations[id], name).toMatchObject({ lastSeq: count, isRead: false });

    await reader.request('conversation:read', { conversationId: id, seq: count });
    await vi.waitUntil(() => inbox().unread === 0, PATIENCE);
    expect(inbox().conversations[id], name).toMatchObject({ readSeq: count, isRead: true });
    for (const { createdAt } of reader.thread(id)) {
      expect(relativeTime(createdAt), name).toMatch(/^(Just now|\d+[smhd] ago|\d+\/\d+\/\d{4})$/);
    }
  }

  const texts = Array.from({ length: count }, (_, i) => `text ${i + 1}`);
  expect(
    readMessages(product.dataDir)
      .byConversation.get(id)
      ?.map(({ content }) => content),
  ).toEqual(texts);
  for (const client of [writer, reader]) {
    expect(client.rows(id).map(({ content }) => content)).toEqual(texts);
    client.close();
  }
  console.log(
    `${CLOCKS.length} clocks: ${count} messages in order, ${signedOut} signed out, ${acceptedLate} tokens accepted after they expired`,
  );
  expect({ signedOut, acceptedLate }).toEqual({ signedOut: 0, acceptedLate: 0 });
  await link.close();
}, 120_000);
