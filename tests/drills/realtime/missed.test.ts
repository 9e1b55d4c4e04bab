import { expect, test, vi } from 'vitest';
import { openWebClient } from '../../support/clients/web-client.ts';
import { readMessages } from '../../support/data/stored-messages.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { prepareDrill, signUpPair } from '../../support/servers/drill.ts';

const MISSED = 500;
/** How much longer the links stay cut after the clients have noticed; the heartbeat decides when they do. */
const CUT_SECONDS = Number(process.env.SELVEDGE_TEST_CUT_SECONDS ?? 0);
const PATIENCE = { timeout: 120_000, interval: 20 };

const product = await prepareDrill();

test('five hundred missed messages arrive in two requests', async () => {
  const { seller, buyer, id } = await signUpPair(product.url);
  const links = {
    blackhole: await startProxy(Number(new URL(product.url).port)),
    down: await startProxy(Number(new URL(product.url).port)),
  };
  const writer = await openWebClient(product.url, seller);
  // Two tabs of one member, each on a link that fails in its own way.
  const tabs = await Promise.all(
    Object.values(links).map(({ url }) => openWebClient(product.url, buyer, { url })),
  );
  await vi.waitUntil(() => tabs.every((tab) => tab.isOnline()), PATIENCE);
  for (const client of [...tabs, writer]) await client.open(id);
  await tabs[0]?.send(id, 'Can you tell me all about it?');
  await vi.waitUntil(() => tabs.every((tab) => tab.thread(id).length === 1), PATIENCE);

  links.blackhole.set('blackhole');
  links.down.set('refuse');
  links.down.cut();
  for (let i = 1; i <= MISSED; i += 1) await writer.send(id, `Line ${i}`);
  await vi.waitUntil(() => writer.outgoingCount() === 0, PATIENCE);
  await vi.waitUntil(() => tabs.every((tab) => !tab.isOnline()), PATIENCE);
  await new Promise((resolve) => setTimeout(resolve, CUT_SECONDS * 1_000));
  for (const tab of tabs) {
    tab.requests.length = 0;
    expect(tab.thread(id)).toHaveLength(1);
  }

  for (const link of Object.values(links)) link.set('pass');
  const stored = readMessages(product.dataDir).byConversation.get(id) ?? [];
  expect(stored).toHaveLength(MISSED + 1);
  await vi.waitUntil(() => tabs.every((tab) => tab.thread(id).length === stored.length), PATIENCE);
  const requests = tabs.map(({ requests: names }) => names.length);
  console.log(
    `${MISSED} messages missed on a dead link and on one that was down: 0 missing after ${requests.join(' and ')} requests`,
  );
  for (const tab of tabs) {
    expect(tab.requests.filter((name) => name !== 'sync')).toEqual([]);
    expect(tab.requests.length).toBeLessThanOrEqual(2);
    expect(tab.thread(id).map((one) => [one.seq, one.id])).toEqual(stored.map((row) => [row.seq, row.id]));
  }
  for (const client of [...tabs, writer]) client.close();
  for (const link of Object.values(links)) await link.close();
}, 900_000);
