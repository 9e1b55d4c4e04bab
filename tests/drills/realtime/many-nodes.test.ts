import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { type Row, readPostgres } from '../../support/data/stored-messages.ts';
import { startBalancer } from '../../support/peers/balancer.ts';
import { startRedis } from '../../support/peers/redis.ts';
import { countAcked, expectScreensAsStored, isQuiet, lostOf, type Talk } from '../../support/people/crowd.ts';
import { KINDS, keepTalking, type Pairs, sendEverything, startPairs } from '../../support/people/pairs.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { missingForNodes } from '../../support/servers/nodes.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const SOCKETS = Number(process.env.SELVEDGE_TEST_SOCKETS ?? 100);
const KILLS = Number(process.env.SELVEDGE_TEST_NODE_KILLS ?? 1);
/** Of each, between two things that happen to it. */
const ACKS = SOCKETS;
/** Between two deeds of one person: so many people together keep two nodes busy and no more. */
const EVERY_MS = SOCKETS * 10;
const PATIENCE = { timeout: 240_000, interval: 100 };
const seed = seedOfRun();
const seconds = (ms: number) => (ms / 1000).toFixed(1);

type Product = Awaited<ReturnType<typeof startProduct>>;
type Front = Awaited<ReturnType<typeof startBalancer>>;

describe.skipIf(missingForNodes !== null)('people on two nodes', () => {
  const stops: (() => unknown)[] = [];
  let nodes: [Product, Product];
  /** The address of each node, behind which the other stands in for it. */
  let fronts: [Front, Front];
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let databaseUrl: string;
  beforeAll(async () => {
    const [dir, database] = [makeTempDir(), await createDatabase('postgres')];
    redis = await startRedis();
    databaseUrl = database.url;
    const [one, other] = [await freePort(), await freePort()];
    fronts = [
      await startBalancer(await freePort(), [one, other], { hasHome: true }),
      await startBalancer(await freePort(), [other, one], { hasHome: true }),
    ];
    const env = {
      ...{ AUTH_AUTOCONFIRM: 'true', ACCESS_TTL: '3600', PUBLIC_URL: fronts[0].url },
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url },
    };
    const start = (port: number) =>
      startProduct({ entry: 'server/src/main.ts', dataDir: dir.path, port, env });
    nodes = [await start(one), await start(other)];
    stops.push(...fronts.map((front) => front.close), ...nodes.map((node) => node.stop));
    stops.push(redis.remove, database.remove, () => dir.remove());
  }, 120_000);
  afterAll(async () => {
    for (const stop of stops) await stop();
  }, 60_000);

  /** A page of somebody who is not signed in, and what it has been told so far. */
  async function openPage(url: string) {
    const leaving = new AbortController();
    const stream = await fetch(`${url}/api/live`, { signal: leaving.signal });
    const page = { told: '', leave: () => leaving.abort() };
    void (async () => {
      for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) page.told += text;
    })().catch(() => undefined);
    return page;
  }

  /** The second node is killed, with somebody on it who does not come back. */
  async function loseSecond() {
    const [here, there] = nodes;
    const { talks, clients } = await startPairs([here.url, there.url], 1);
    const [stays, goes] = talks[0]?.sides ?? [];
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

  /** Until each screen holds every conversation to its end, with the contents that are on disk. */
  async function showAllStored({ talks }: Pairs): Promise<Map<string, Row[]>> {
    const { byTalk, deadlocks } = await readPostgres(databaseUrl);
    expect(deadlocks).toBe(0);
    const isShown = ({ id, pair }: Talk) => {
      const rows = byTalk.get(id) ?? [];
      return pair.every(
        (client) =>
          client.lastSeq(id) === rows.length &&
          client.thread(id).every(({ seq, content }) => rows[seq - 1]?.content === content),
      );
    };
    await vi.waitUntil(() => talks.every(isShown), PATIENCE);
    return byTalk;
  }

  /** Everybody is at home, where what the other one does has to come from the other node. */
  async function expectEveryKind({ talks }: Pairs): Promise<void> {
    const sides = talks.flatMap((talk) => talk.sides);
    await vi.waitUntil(() => sides.every((side) => side.seesOther()), PATIENCE);
    for (const { heard } of sides) heard.clear();
    const pages = await Promise.all(fronts.map((front) => openPage(front.url)));
    // The first of the second pair is on the second node.
    const changed = talks.slice(0, 2);
    for (const { wanted, pair } of changed) {
      const { id, title, brand, size } = wanted;
      await pair[0].member.call('PUT', `/api/wtb-listings/${id}`, { title, brand, size, maxPrice: '950' });
    }
    await Promise.all(talks.map(sendEverything));
    const unheard = () => sides.flatMap(({ heard }) => KINDS.filter((kind) => !heard.has(kind)));
    await vi.waitFor(() => expect(unheard()).toEqual([]), PATIENCE);
    const isTold = ({ told }: { told: string }) => changed.every(({ wanted }) => told.includes(wanted.id));
    await vi.waitUntil(() => pages.every(isTold), PATIENCE);
    for (const page of pages) page.leave();
  }

  test(`each side of a pair on another: one killed with Redis, which comes back empty; all hear all, nothing is lost, doubled or out of order (seed ${seed})`, async () => {
    const lost = await loseSecond();
    // The others come, all of them to the first.
    const pairs = await startPairs([fronts[0].url, fronts[1].url], SOCKETS / 2);
    const { clients, talks } = pairs;
    const everybodyIsHere = () => vi.waitUntil(() => clients.every((client) => client.isOnline()), PATIENCE);
    const moreIsSaid = () => {
      const enough = countAcked(pairs) + ACKS;
      return vi.waitUntil(() => countAcked(pairs) >= enough, PATIENCE);
    };
    /** A node is there again: whose home it is go there. */
    const comeBack = async (node: number) => {
      await nodes[node as 0 | 1].start();
      fronts[node as 0 | 1].cut();
      await everybodyIsHere();
    };
    await comeBack(1);
    const talking = keepTalking(pairs, createRandom(seed), EVERY_MS);
    await moreIsSaid();
    const away = await lost.away;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = (kill % 2) as 0 | 1;
      await Promise.all([redis.kill(), nodes[killed].kill()]);
      // The other node has everybody.
      await everybodyIsHere();
      await moreIsSaid();
      // They go home, where nobody can hear of the other node yet.
      await comeBack(killed);
      await moreIsSaid();
      // What was told until the end can only be missed.
      if (kill === KILLS - 1) await talking.stop();
      await redis.start();
    }
    const backAt = performance.now();
    await vi.waitUntil(() => isQuiet(pairs), PATIENCE);
    const byTalk = await showAllStored(pairs);
    const equal = seconds(performance.now() - backAt);
    expect(lostOf(pairs, byTalk)).toBe(0);
    await expectScreensAsStored(pairs, byTalk);
    await expectEveryKind(pairs);
    console.log(
      `${clients.length} sockets, each side of ${talks.length} pairs on another node, ${KILLS} kills of a node and Redis: ${countAcked(pairs)} acked, 0 lost, 0 doubled, 0 out of order, all equal ${equal} s after Redis was back; ${KINDS.length + 1} kinds of events went across to each, and to pages without a sign-in; who was on a killed node was shown away after ${away} s (seed ${seed})`,
    );
    for (const client of clients) client.close();
  }, 1_800_000);
});
