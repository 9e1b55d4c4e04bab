import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startBalancer } from '../support/balancer.ts';
import { countAcked, expectScreensAsStored, isQuiet, lostOf } from '../support/crowd.ts';
import { createDatabase } from '../support/database.ts';
import { missingForNodes } from '../support/nodes.ts';
import { KINDS, keepTalking, startPairs, tellEverything } from '../support/pairs.ts';
import { freePort, startProduct } from '../support/product.ts';
import { createRandom, seedOfRun } from '../support/random.ts';
import { startRedis } from '../support/redis.ts';
import { readPostgres } from '../support/stored-messages.ts';
import { makeTempDir } from '../support/temp.ts';

const SOCKETS = Number(process.env.SELVEDGE_TEST_SOCKETS ?? 100);
const KILLS = Number(process.env.SELVEDGE_TEST_NODE_KILLS ?? 1);
/** Of each, between two things that happen to it. */
const ACKS = SOCKETS;
/** Between two deeds of one person: so many people together keep two nodes busy and no more. */
const EVERY_MS = SOCKETS * 10;
const PATIENCE = { timeout: 60_000, interval: 100 };
const seed = seedOfRun();

describe.skipIf(missingForNodes !== null)('people on two nodes', () => {
  const stops: (() => unknown)[] = [];
  const products: Awaited<ReturnType<typeof startProduct>>[] = [];
  /** The address of each node, behind which the other stands in for it. */
  let fronts: [Awaited<ReturnType<typeof startBalancer>>, Awaited<ReturnType<typeof startBalancer>>];
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
    for (const port of [one, other])
      products.push(await startProduct({ entry: 'server/src/main.ts', dataDir: dir.path, port, env }));
    stops.push(...fronts.map((front) => front.close), ...products.map((product) => product.stop));
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

  test('who was on a node that is killed is shown away to whom they talk with on the other', async () => {
    const [here, there] = products;
    if (!here || !there) throw new Error('there are no two nodes');
    const { talks, clients } = await startPairs([here.url, there.url], 1);
    const [side] = talks[0]?.sides ?? [];
    await vi.waitUntil(() => side?.seesOther(), PATIENCE);
    await there.kill();
    const killedAt = performance.now();
    await vi.waitUntil(() => !side?.seesOther(), PATIENCE);
    console.log(
      `shown away ${((performance.now() - killedAt) / 1000).toFixed(1)} s after their node was killed`,
    );
    for (const client of clients) client.close();
    await there.start();
  }, 600_000);

  test(`each side of a pair on another: one killed with Redis, which comes back empty; all hear all, nothing is lost, doubled or out of order (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const pairs = await startPairs([fronts[0].url, fronts[1].url], SOCKETS / 2);
    const { clients, talks } = pairs;
    const sides = talks.flatMap((talk) => talk.sides);
    const everybodyIsHere = () => vi.waitUntil(() => clients.every((client) => client.isOnline()), PATIENCE);
    const moreIsSaid = () => {
      const enough = countAcked(pairs) + ACKS;
      return vi.waitUntil(() => countAcked(pairs) >= enough, PATIENCE);
    };
    await everybodyIsHere();
    const talking = keepTalking(pairs, random, EVERY_MS);
    await moreIsSaid();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [home, product] = [fronts[kill % 2], products[kill % 2]];
      await Promise.all([redis.kill(), product?.kill()]);
      // The other node has everybody.
      await everybodyIsHere();
      await moreIsSaid();
      // They go home, where nobody can hear of the other node yet.
      await product?.start();
      home?.cut();
      await everybodyIsHere();
      await moreIsSaid();
      if (kill === KILLS - 1) await talking.stop();
      await redis.start();
    }
    await talking.stop();

    await vi.waitUntil(() => isQuiet(pairs), PATIENCE);
    const { byTalk, deadlocks } = await readPostgres(databaseUrl);
    const shows = (one: { content: string; seq: number }[], id: string) =>
      one.every(({ seq, content }) => byTalk.get(id)?.[seq - 1]?.content === content);
    await vi.waitUntil(
      () =>
        talks.every(({ id, pair }) =>
          pair.every(
            (client) => client.lastSeq(id) === byTalk.get(id)?.length && shows(client.thread(id), id),
          ),
        ),
      PATIENCE,
    );
    expect([deadlocks, lostOf(pairs, byTalk)]).toEqual([0, 0]);
    await expectScreensAsStored(pairs, byTalk);

    // Now each is at home again, and all that one does passes from node to node.
    await vi.waitUntil(() => sides.every((side) => side.seesOther()), PATIENCE);
    for (const { heard } of sides) heard.clear();
    const pages = [await openPage(fronts[0].url), await openPage(fronts[1].url)];
    for (const { wanted, pair } of talks.slice(0, 2)) {
      const { title, brand, size } = wanted;
      await pair[0].member.call('PUT', `/api/wtb-listings/${wanted.id}`, {
        title,
        brand,
        size,
        maxPrice: '950',
      });
    }
    for (const talk of talks) await tellEverything(talk);
    await vi.waitUntil(() => sides.every(({ heard }) => heard.size === KINDS.length), PATIENCE);
    const changed = talks.slice(0, 2).map(({ wanted }) => wanted.id);
    await vi.waitUntil(() => pages.every(({ told }) => changed.every((id) => told.includes(id))), PATIENCE);
    console.log(
      `${clients.length} sockets, each side of ${talks.length} pairs on another node, ${KILLS} kills of a node and Redis: ${countAcked(pairs)} acked, 0 lost, 0 doubled, 0 out of order; ${KINDS.length + 1} kinds of facts went across to each, and to pages without a sign-in (seed ${seed})`,
    );
    for (const page of pages) page.leave();
    for (const client of clients) client.close();
  }, 1_800_000);
});
