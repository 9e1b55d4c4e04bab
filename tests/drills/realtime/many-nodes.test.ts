import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { type Row, readPostgres } from '../../support/data/stored-messages.ts';
import { startBalancer } from '../../support/peers/balancer.ts';
import { startRedis } from '../../support/peers/redis.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  type SharedConversation,
} from '../../support/people/crowd.ts';
import { KINDS, keepActing, type Pairs, sendEverything, startPairs } from '../../support/people/pairs.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { nodesUnavailable } from '../../support/servers/nodes.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const SOCKETS = Number(process.env.SELVEDGE_TEST_SOCKETS ?? 100);
const KILLS = Number(process.env.SELVEDGE_TEST_NODE_KILLS ?? 1);
/** Acks between two failures. */
const ACKS = SOCKETS;
/**
 * The pause between two actions of a member: this many members keep two nodes busy without overloading them.
 */
const EVERY_MS = SOCKETS * 10;
const PATIENCE = { timeout: 240_000, interval: 100 };
const seed = seedOfRun();
const seconds = (ms: number) => (ms / 1000).toFixed(1);

type Product = Awaited<ReturnType<typeof startProduct>>;
type Front = Awaited<ReturnType<typeof startBalancer>>;

describe.skipIf(nodesUnavailable !== null)('members on two nodes', () => {
  const stops: (() => unknown)[] = [];
  let nodes: [Product, Product];
  /** A balancer in front of each node, which falls back to the other node. */
  let fronts: [Front, Front];
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let databaseUrl: string;
  beforeAll(async () => {
    const [dir, database] = [makeTempDir(), await createDatabase('postgres')];
    redis = await startRedis();
    databaseUrl = database.url;
    const [one, other] = [await freePort(), await freePort()];
    fronts = [
      await startBalancer(await freePort(), [one, other], { isSticky: true }),
      await startBalancer(await freePort(), [other, one], { isSticky: true }),
    ];
    const env = {
      ...{ AUTH_AUTOCONFIRM: 'true', ACCESS_TTL: '3600', PUBLIC_URL: fronts[0].url },
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url },
    };
    const start = (port: number) =>
      startProduct({ entry: 'server/build/app/main.js', dataDir: dir.path, port, env });
    nodes = [await start(one), await start(other)];
    stops.push(...fronts.map((front) => front.close), ...nodes.map((node) => node.stop));
    stops.push(redis.remove, database.remove, () => dir.remove());
  }, 120_000);
  afterAll(async () => {
    for (const stop of stops) await stop();
  }, 60_000);

  /** A visitor's page, and the events it has received so far. */
  async function openPage(url: string) {
    const leaving = new AbortController();
    const stream = await fetch(`${url}/api/live`, { signal: leaving.signal });
    const page = { received: '', leave: () => leaving.abort() };
    void (async () => {
      for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) page.received += text;
    })().catch(() => undefined);
    return page;
  }

  /** Kills the second node; the member connected to it does not reconnect. */
  async function loseSecond() {
    const [here, there] = nodes;
    const { conversations, clients } = await startPairs([here.url, there.url], 1);
    const [stays, goes] = conversations[0]?.sides ?? [];
    await vi.waitUntil(() => stays?.seesOther(), PATIENCE);
    await there.kill();
    goes?.client.close();
    const killedAt = performance.now();
    const away = vi
      .waitUntil(() => !stays?.seesOther(), PATIENCE)
      .then(() => {
        for (const client of clients) client.close();
        return seconds(performance.now() - killedAt);
      });
    return { away };
  }

  /** Waits until every screen shows every conversation to its end, with the contents on disk. */
  async function showAllStored({ conversations }: Pairs): Promise<Map<string, Row[]>> {
    const { byTalk, deadlocks } = await readPostgres(databaseUrl);
    expect(deadlocks).toBe(0);
    const isShown = ({ id, pair }: SharedConversation) => {
      const rows = byTalk.get(id) ?? [];
      return pair.every(
        (client) =>
          client.lastSeq(id) === rows.length &&
          client.thread(id).every(({ seq, content }) => rows[seq - 1]?.content === content),
      );
    };
    await vi.waitUntil(() => conversations.every(isShown), PATIENCE);
    return byTalk;
  }

  /** Every member is on their home node, so the other side's events must arrive from the other node. */
  async function expectEveryKind({ conversations }: Pairs): Promise<void> {
    const sides = conversations.flatMap((conversation) => conversation.sides);
    await vi.waitUntil(() => sides.every((side) => side.seesOther()), PATIENCE);
    for (const { received: events } of sides) events.clear();
    const pages = await Promise.all(fronts.map((front) => openPage(front.url)));
    // The first member of the second pair is on the second node.
    const changed = conversations.slice(0, 2);
    for (const { wanted, pair } of changed) {
      const { id, title, brand, size } = wanted;
      await pair[0].member.call('PUT', `/api/wtb-listings/${id}`, { title, brand, size, maxPrice: '950' });
    }
    await Promise.all(conversations.map(sendEverything));
    const missing = () => sides.flatMap(({ received: events }) => KINDS.filter((kind) => !events.has(kind)));
    await vi.waitFor(() => expect(missing()).toEqual([]), PATIENCE);
    const isReceived = ({ received }: { received: string }) =>
      changed.every(({ wanted }) => received.includes(wanted.id));
    await vi.waitUntil(() => pages.every(isReceived), PATIENCE);
    for (const page of pages) page.leave();
  }

  test(`lose nothing when node with Redis dies (seed ${seed})`, async () => {
    const lost = await loseSecond();
    // The other members all connect to the first node.
    const pairs = await startPairs([fronts[0].url, fronts[1].url], SOCKETS / 2);
    const { clients, conversations } = pairs;
    const allAreOnline = () => vi.waitUntil(() => clients.every((client) => client.isOnline()), PATIENCE);
    const moreAcks = () => {
      const enough = countAcked(pairs) + ACKS;
      return vi.waitUntil(() => countAcked(pairs) >= enough, PATIENCE);
    };
    /** Starts a node again and moves its members back to it. */
    const returnHome = async (node: number) => {
      await nodes[node as 0 | 1].start();
      fronts[node as 0 | 1].cut();
      await allAreOnline();
    };
    await returnHome(1);
    const traffic = keepActing(pairs, createRandom(seed), EVERY_MS);
    await moreAcks();
    const away = await lost.away;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = (kill % 2) as 0 | 1;
      await Promise.all([redis.kill(), nodes[killed].kill()]);
      // All members are on the other node.
      await allAreOnline();
      await moreAcks();
      // The members return to their home nodes, where events of the other node cannot arrive yet.
      await returnHome(killed);
      await moreAcks();
      // Without later events, no gap in the numbers reveals the missed ones.
      if (kill === KILLS - 1) await traffic.stop();
      await redis.start();
    }
    const backAt = performance.now();
    await vi.waitUntil(() => isQuiet(pairs), PATIENCE);
    const byTalk = await showAllStored(pairs);
    const equal = seconds(performance.now() - backAt);
    expect(countMissing(pairs, byTalk)).toBe(0);
    await expectScreensAsStored(pairs, byTalk);
    await expectEveryKind(pairs);
    console.log(
      `${clients.length} sockets, ${conversations.length} pairs across two nodes, ${KILLS} kills of a node and Redis: ${countAcked(pairs)} acked, 0 lost, 0 duplicated, 0 out of order, all screens equal ${equal} s after Redis was back; ${KINDS.length + 1} kinds of events reached each socket and the visitors' pages; a member on a killed node was shown offline after ${away} s (seed ${seed})`,
    );
    for (const client of clients) client.close();
  }, 1_800_000);
});
