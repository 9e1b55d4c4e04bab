import { expect, test, vi } from 'vitest';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { readMessages } from '../../support/data/stored-messages.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  keepSending,
  startCrowd,
} from '../../support/people/crowd.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const KILLS = Number(process.env.SELVEDGE_TEST_KILLS ?? 25);
/** Acks between two kills, so that each kill happens while messages are in flight. */
const ACKS_PER_KILL = 200;
const PATIENCE = { timeout: 60_000, interval: 20 };
const seed = seedOfRun();

const product = await prepareDrill();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test(`a server killed repeatedly loses no message (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const crowd = await startCrowd(product.url, KILLS * ACKS_PER_KILL);
  const { clients, conversations } = crowd;
  const acked = () => countAcked(crowd);
  const writing = keepSending(crowd);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const enough = acked() + ACKS_PER_KILL;
    await vi.waitUntil(() => acked() >= enough, PATIENCE);
    await pause(random.next() * 30);
    await product.kill();
    const { byConversation, integrity } = readMessages(product.dataDir);
    expect(integrity).toBe('ok');
    expect(countMissing(crowd, byConversation)).toBe(0);
    await product.start();
    // The rest reconnect on their own backoff.
    for (const client of clients) if (random.below(4) > 0) client.reconnect();
  }
  await writing.stop();
  await vi.waitUntil(() => isQuiet(crowd), PATIENCE);

  const { byConversation } = readMessages(product.dataDir);
  await expectScreensAsStored(crowd, byConversation);
  for (const [key, texts] of writing.written) {
    const [id = '', senderId] = key.split(' ');
    const stored = byConversation
      .get(id)
      ?.filter((row) => row.senderId === senderId && row.content !== 'Hello');
    expect(stored?.map(({ content }) => content)).toEqual(texts);
  }
  console.log(
    `${KILLS} kills: ${acked()} acked in ${conversations.length} conversations, ${countMissing(crowd, byConversation)} lost, 0 duplicated, 0 out of order (seed ${seed})`,
  );
  expect(acked()).toBeGreaterThanOrEqual(KILLS * ACKS_PER_KILL);
  for (const client of clients) client.close();
}, 1_200_000);
