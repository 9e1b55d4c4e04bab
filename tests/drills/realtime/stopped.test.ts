import type { Message } from '@selvedge/shared/conversations';
import { expect, test, vi } from 'vitest';
import { readMessages } from '../../support/data/stored-messages.ts';
import { createAsker } from '../../support/people/asker.ts';
import {
  countAcked,
  expectScreensAsStored,
  isQuiet,
  keepWriting,
  lostOf,
  startCrowd,
} from '../../support/people/crowd.ts';
import { meet, prepareDrill } from '../../support/servers/drill.ts';

const STOPS = Number(process.env.SELVEDGE_TEST_STOPS ?? 5);
/** Requests and messages between two stops, so that each stop happens while some are in flight. */
const PER_STOP = 100;
const PATIENCE = { timeout: 60_000, interval: 20 };

const product = await prepareDrill();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a server stopped under load answers every request, loses nothing and exits with 0', async () => {
  const [crowd, { buyer, id }] = [await startCrowd(product.url, 0), await meet(product.url)];
  const { clients } = crowd;
  const asker = createAsker(product.url);
  const posted: Message[] = [];
  let isOver = false;
  const acked = () => countAcked(crowd);
  const reading = ['/feed.xml', '/api/listings'].map(async (path) => {
    while (!isOver) if ((await asker.ask({ path })) === null) await pause(20);
  });
  const writing = keepWriting(crowd);
  const posting = (async () => {
    const { token } = buyer;
    while (!isOver) {
      const body = { conversationId: id, type: 'text', content: 'On paper', clientId: crypto.randomUUID() };
      const response = await asker.ask({ method: 'POST', path: '/api/messages', token, body });
      if (response) posted.push(JSON.parse(response) as Message);
      else await pause(20);
    }
  })();
  let slowest = 0;
  for (let stop = 0; stop < STOPS; stop += 1) {
    const [enough, questions] = [acked() + PER_STOP, asker.answered() + PER_STOP];
    await vi.waitUntil(() => acked() >= enough && asker.answered() >= questions, PATIENCE);
    const requestedAt = performance.now();
    expect(await product.stop()).toBe(0);
    slowest = Math.max(slowest, performance.now() - requestedAt);
    expect(asker.failures).toEqual([]);
    const { byTalk, integrity } = readMessages(product.dataDir);
    expect(integrity).toBe('ok');
    expect(lostOf(crowd, byTalk)).toBe(0);
    await product.start();
    for (const client of clients) client.tryNow();
  }
  isOver = true;
  await Promise.all([writing.stop(), posting, ...reading]);
  await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
  expect(asker.failures).toEqual([]);

  const { byTalk } = readMessages(product.dataDir);
  await expectScreensAsStored(crowd, byTalk);
  const stored = new Set(byTalk.get(id)?.map((row) => row.id));
  expect(posted.filter((message) => !stored.has(message.id))).toEqual([]);
  console.log(
    `${STOPS} stops: ${asker.answered()} requests, 0 failed; ${acked() + posted.length} messages acked, 0 lost; ended with 0 after at most ${(slowest / 1000).toFixed(1)} s`,
  );
  asker.close();
  for (const client of clients) client.close();
}, 600_000);
