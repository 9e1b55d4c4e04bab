import { randomUUID } from 'node:crypto';
import type { Message } from '@selvedge/shared/conversations/conversations';
import { expect, test, vi } from 'vitest';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { readMessages } from '../../support/data/stored-messages.ts';
import { countMissing, expectScreensAsStored, isQuiet, startCrowd } from '../../support/people/crowd.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const SENDS = Number(process.env.SELVEDGE_TEST_SENDS ?? 10_000);
/** The share of acks that are lost. */
const LOST = 0.2;
const PATIENCE = { timeout: 300_000, interval: 50 };
const seed = seedOfRun();

const product = await prepareDrill();

test(`a message without acks is stored once (seed ${seed})`, async () => {
  const random = createRandom(seed);
  let lost = 0;
  const crowd = await startCrowd(product.url, SENDS, () => {
    const isLost = random.next() < LOST;
    if (isLost) lost += 1;
    return isLost;
  });
  const { clients, conversations } = crowd;
  const sends = () =>
    clients.reduce((sum, { requests }) => sum + requests.filter((name) => name === 'message:send').length, 0);
  let doubled = 0;
  for (const client of clients) {
    client.messaging.store.subscribe((now, before) => {
      const [id] = Object.keys(now.threads).filter((one) => now.threads[one] !== before.threads[one]);
      if (id === undefined) return;
      const keys = client.rows(id).map(({ key }) => key);
      doubled += keys.length - new Set(keys).size;
    });
  }
  let written = 0;
  await Promise.all(
    conversations.flatMap(({ id, pair }) =>
      pair.map(async (client) => {
        while (sends() + client.outgoingCount() < SENDS) {
          for (let i = 0; i < 10; i += 1) {
            written += 1;
            await client.send(id, `text ${written}`);
          }
          await vi.waitUntil(() => client.outgoingCount() < 20, PATIENCE);
        }
      }),
    ),
  );
  await vi.waitUntil(() => isQuiet(crowd), PATIENCE);

  const { byConversation } = readMessages(product.dataDir);
  await expectScreensAsStored(crowd, byConversation);
  const stored = [...byConversation.values()].flat().filter(({ content }) => content !== 'Hello');
  console.log(
    `${sends()} sends of ${written} messages, ${lost} acks lost: ${stored.length} stored, ${doubled} shown twice (seed ${seed})`,
  );
  expect(sends()).toBeGreaterThanOrEqual(SENDS);
  expect(lost).toBeGreaterThan(0);
  expect(stored).toHaveLength(written);
  expect(new Set(stored.map(({ content }) => content)).size).toBe(written);
  expect(doubled).toBe(0);
  expect(countMissing(crowd, byConversation)).toBe(0);
  for (const client of clients) client.close();
}, 900_000);

test('a repeated id returns the first message', async () => {
  const { clients, conversations } = await startCrowd(product.url, 0);
  const [client] = clients;
  const [here, there] = conversations.filter(({ pair }) => pair.some((one) => one === client));
  const first = { clientId: randomUUID(), conversationId: here?.id ?? '', type: 'text' as const };
  const send = (changed: object) =>
    client?.request('message:send', { ...first, content: 'Is it still there?', ...changed });
  const ack = (await send({})) as { ok: true; message: Message };
  expect(ack).toMatchObject({ ok: true, message: { content: 'Is it still there?' } });
  expect(await send({ content: 'Never mind.' })).toEqual(ack);
  const elsewhere = (await send({ conversationId: there?.id })) as typeof ack;
  expect(elsewhere.message).toMatchObject({ conversationId: there?.id, clientId: first.clientId });
  expect(await send({ conversationId: there?.id })).toEqual(elsewhere);
  for (const one of clients) one.close();
});
