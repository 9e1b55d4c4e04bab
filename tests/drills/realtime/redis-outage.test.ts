import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWebClient, type WebClient } from '../../support/clients/web-client.ts';
import { transparentPng } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { nodesUnavailable, startTwoNodes, type TwoNodes } from '../../support/servers/nodes.ts';

/** The seconds that Redis stays away in each outage. */
const OUTAGES = (process.env.SELVEDGE_TEST_OUTAGE_SECONDS ?? '1,5').split(',').map(Number);
const PATIENCE = { timeout: 65_000, interval: 50 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);

describe.skipIf(nodesUnavailable !== null)('two nodes without Redis', () => {
  let nodes: TwoNodes;
  const clients: WebClient[] = [];
  let conversationId: string;
  const texts = (client: WebClient | undefined) =>
    client?.thread(conversationId).map(({ content }) => content) ?? [];

  beforeAll(async () => {
    nodes = await startTwoNodes();
    const seller = await signUp(nodes.one.url, 'seller');
    const buyer = await signUp(nodes.other.url, 'buyer');
    const conversation = await buyer.openConversation(await seller.list(await transparentPng(60, 80)));
    conversationId = conversation.id;
    // The buyer has a tab on each node. The tab on the seller's node must immediately receive even what
    // cannot reach the other node.
    for (const [url, member] of [
      [nodes.one.url, seller],
      [nodes.other.url, buyer],
      [nodes.one.url, buyer],
    ] as const) {
      clients.push(await openWebClient(url, member));
    }
    await vi.waitUntil(() => clients.every((client) => client.isOnline()), PATIENCE);
    await clients[1]?.send(conversationId, 'Hello');
    // Until then the seller does not see the conversation.
    await vi.waitUntil(() => clients[1]?.outgoingCount() === 0, PATIENCE);
    for (const client of clients) await client.open(conversationId);
    await vi.waitUntil(() => clients.every((client) => texts(client).length === 1), PATIENCE);
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await nodes.close();
  });

  const readiness = (url: string) =>
    fetch(`${url}/api/ready`).then(async (response) => {
      const { status } = (await response.json()) as { status: string };
      return `${response.status} ${status}`;
    });

  /**
   * Writes during one outage. @returns how many messages were acked, and how late the last one reached the
   * other node.
   */
  async function writeThrough(name: string, seconds: number, back: () => Promise<void> | void) {
    const [seller, buyer, sameNode] = clients;
    const before = texts(buyer).length;
    const rss = megabytes();
    const own: string[] = [];
    const end = performance.now() + seconds * 1000;
    do {
      const text = `${name} ${own.length + 1}`;
      own.push(text);
      await seller?.send(conversationId, text);
      // With or without Redis, the message is stored and its own node has delivered it.
      await vi.waitUntil(() => seller?.outgoingCount() === 0 && texts(sameNode).includes(text), PATIENCE);
      await pause(20);
    } while (performance.now() < end);
    await back();
    const backAt = performance.now();
    await vi.waitUntil(() => texts(buyer).length >= before + own.length, PATIENCE);
    const late = Math.round((performance.now() - backAt) / 100) / 10;
    await vi.waitUntil(async () => (await readiness(nodes.other.url)) === '200 ok', PATIENCE);
    for (const client of clients) expect(texts(client).slice(before)).toEqual(own);
    console.log(
      `Redis ${name} for ${seconds} s: ${own.length} sent and acknowledged, 0 missing, delivered across nodes ${late} s after it was back, memory ${megabytes() - rss} MB more`,
    );
  }

  for (const seconds of OUTAGES) {
    test(`Redis killed for ${seconds} s costs no message`, async () => {
      await nodes.redis.kill();
      await vi.waitUntil(async () => (await readiness(nodes.other.url)) === '200 degraded', PATIENCE);
      await writeThrough('killed', seconds, nodes.redis.start);
    }, 240_000);

    test(`Redis silent for ${seconds} s costs no message`, async () => {
      nodes.redis.pause();
      await writeThrough('paused', seconds, nodes.redis.resume);
    }, 240_000);
  }
});
