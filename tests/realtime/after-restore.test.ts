import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWebClient } from '../support/clients/web-client.ts';
import { phonePhoto } from '../support/data/pictures.ts';
import { readMessages } from '../support/data/stored-messages.ts';
import { prepareDrill, signUpPair } from '../support/servers/drill.ts';
import { makeTempDir } from '../support/servers/temp.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const product = await prepareDrill();

test("after a restore of older data, connected clients converge to the server's state", async () => {
  const saved = makeTempDir();
  onTestFinished(saved.remove);
  const { seller, buyer, id: ahead } = await signUpPair(product.url);
  const overtaken = await buyer.openConversation(await seller.list(await phonePhoto())).then(({ id }) => id);
  const clients = [
    await openWebClient(product.url, buyer),
    await openWebClient(product.url, seller),
  ] as const;
  onTestFinished(() => clients.forEach((client) => void client.close()));
  const stored = (id: string) =>
    readMessages(product.dataDir)
      .byConversation.get(id)
      ?.map((one) => one.id) ?? [];
  const shownIds = (id: string) => clients.map((client) => client.thread(id).map((one) => one.id));
  async function sendToAll(prefix: string): Promise<void> {
    for (const id of [ahead, overtaken]) {
      for (let n = 1; n <= 3; n += 1) await clients[0].send(id, `${prefix} ${n}`);
    }
    await vi.waitUntil(() => clients[0].pendingCount() === 0, PATIENCE);
  }

  await sendToAll('Before');
  for (const client of clients) for (const id of [overtaken, ahead]) await client.open(id);
  await product.stop();
  cpSync(product.dataDir, saved.path, { recursive: true });
  await product.start();
  await sendToAll('Forgotten');
  const forgotten = await buyer.openConversation(await seller.list(await phonePhoto())).then(({ id }) => id);
  await clients[0].send(forgotten, 'Forgotten, too');
  const clientsWithForgotten = () =>
    clients.filter((client) => client.lastSeq(forgotten) !== undefined).length;
  await vi.waitUntil(() => clientsWithForgotten() === 2, PATIENCE);
  await vi.waitUntil(
    () => [ahead, overtaken].every((id) => shownIds(id).every((ids) => ids.length === 6)),
    PATIENCE,
  );

  await product.stop();
  rmSync(product.dataDir, { recursive: true });
  cpSync(saved.path, product.dataDir, { recursive: true });
  await product.start();
  for (let n = 1; n <= 5; n += 1) {
    const text = { clientId: randomUUID(), type: 'text', content: `After ${n}` };
    await seller.call('POST', '/api/messages', { ...text, conversationId: overtaken });
  }
  // The open thread is refetched automatically, the other one when it is opened.
  await vi.waitUntil(() => clients.every((client) => client.lastSeq(ahead) === 3), PATIENCE);
  for (const id of [ahead, overtaken]) {
    for (const client of clients) await client.open(id);
    await vi.waitUntil(() => shownIds(id).every((ids) => `${ids}` === `${stored(id)}`), PATIENCE);
  }
  await vi.waitUntil(() => clientsWithForgotten() === 0, PATIENCE);
  expect(stored(ahead)).toHaveLength(3);
  expect(stored(overtaken)).toHaveLength(8);
}, 120_000);
