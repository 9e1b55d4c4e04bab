import type { Message } from '@selvedge/shared/conversations/conversations';
import { expect, test, vi } from 'vitest';
import { readMessages } from '../../support/data/stored-messages.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  keepSending,
  startCrowd,
} from '../../support/people/crowd.ts';
import { createRequestClient } from '../../support/people/request-client.ts';
import { prepareDrill, signUpPair } from '../../support/servers/drill.ts';

const STOPS = Number(process.env.SELVEDGE_TEST_STOPS ?? 5);
/** Requests and messages between two stops, so that each stop happens while some are in flight. */
const PER_STOP = 100;
const PATIENCE = { timeout: 60_000, interval: 20 };

const product = await prepareDrill();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a server stopped under load answers every request', async () => {
  const [crowd, { buyer, id }] = [await startCrowd(product.url, 0), await signUpPair(product.url)];
  const { clients } = crowd;
  const requestClient = createRequestClient(product.url);
  const posted: Message[] = [];
  let isOver = false;
  const acked = () => countAcked(crowd);
  const reading = ['/feed.xml', '/api/listings'].map(async (path) => {
    while (!isOver) if ((await requestClient.request({ path })) === null) await pause(20);
  });
  const writing = keepSending(crowd);
  const posting = (async () => {
    const { token } = buyer;
    while (!isOver) {
      const body = { conversationId: id, type: 'text', content: 'On paper', clientId: crypto.randomUUID() };
      const response = await requestClient.request({ method: 'POST', path: '/api/messages', token, body });
      if (response) posted.push(JSON.parse(response) as Message);
      else await pause(20);
    }
  })();
  let slowest = 0;
  for (let stop = 0; stop < STOPS; stop += 1) {
    const [enough, questions] = [acked() + PER_STOP, requestClient.answered() + PER_STOP];
    await vi.waitUntil(() => acked() >= enough && requestClient.answered() >= questions, PATIENCE);
    const requestedAt = performance.now();
    expect(await product.stop()).toBe(0);
    slowest = Math.max(slowest, performance.now() - requestedAt);
    expect(requestClient.failures).toEqual([]);
    const { byConversation, integrity } = readMessages(product.dataDir);
    expect(integrity).toBe('ok');
    expect(countMissing(crowd, byConversation)).toBe(0);
    await product.start();
    for (const client of clients) client.reconnect();
  }
  isOver = true;
  await Promise.all([writing.stop(), posting, ...reading]);
  await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
  expect(requestClient.failures).toEqual([]);

  const { byConversation } = readMessages(product.dataDir);
  await expectScreensAsStored(crowd, byConversation);
  const stored = new Set(byConversation.get(id)?.map((row) => row.id));
  expect(posted.filter((message) => !stored.has(message.id))).toEqual([]);
  console.log(
    `${STOPS} stops: ${requestClient.answered()} requests, 0 failed; ${acked() + posted.length} messages acked, 0 lost; ended with 0 after at most ${(slowest / 1000).toFixed(1)} s`,
  );
  requestClient.close();
  for (const client of clients) client.close();
}, 600_000);
