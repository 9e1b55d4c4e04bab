import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openWebClient } from '../support/clients/web-client.ts';
import { readMessages } from '../support/data/stored-messages.ts';
import { joinWorld } from '../support/people/account.ts';
import { startConversation } from '../support/people/conversation.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { startWorld } from '../support/world.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

test('clients converge after a restore of older data', async () => {
  const [data, saved] = [makeTempDir(), makeTempDir()];
  const start = () => startWorld({ env });
  const env = {
    DATA_DIR: data.path,
    DATABASE_URL: `file:${join(data.path, 'selvedge.db')}`,
    PORT: String(await freePort()),
  };
  let world = await start();
  onTestFinished(async () => {
    await world.close();
    for (const { remove } of [data, saved]) remove();
  });
  const [seller, buyer] = [await joinWorld(world, 'seller'), await joinWorld(world, 'buyer')];
  const open = async () => (await startConversation(world, [seller, buyer])).id;
  const [ahead, overtaken] = [await open(), await open()];
  const clients = [await openWebClient(world.url, buyer), await openWebClient(world.url, seller)] as const;
  onTestFinished(() => clients.forEach((client) => void client.close()));
  const stored = (id: string) =>
    readMessages(data.path)
      .byConversation.get(id)
      ?.map((one) => one.id) ?? [];
  const shownIds = (id: string) => clients.map((client) => client.thread(id).map((one) => one.id));
  async function sendToAll(prefix: string): Promise<void> {
    for (const id of [ahead, overtaken]) {
      for (let n = 1; n <= 3; n += 1) await clients[0].send(id, `${prefix} ${n}`);
    }
    await vi.waitUntil(() => clients[0].outgoingCount() === 0, PATIENCE);
  }

  await sendToAll('Before');
  for (const client of clients) for (const id of [overtaken, ahead]) await client.open(id);
  await world.close();
  cpSync(data.path, saved.path, { recursive: true });
  world = await start();
  await sendToAll('Forgotten');
  const forgotten = await open();
  await clients[0].send(forgotten, 'Forgotten, too');
  const clientsWithForgotten = () =>
    clients.filter((client) => client.lastSeq(forgotten) !== undefined).length;
  await vi.waitUntil(() => clientsWithForgotten() === 2, PATIENCE);
  await vi.waitUntil(
    () => [ahead, overtaken].every((id) => shownIds(id).every((ids) => ids.length === 6)),
    PATIENCE,
  );

  await world.close();
  rmSync(data.path, { recursive: true });
  cpSync(saved.path, data.path, { recursive: true });
  world = await start();
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
