import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { readPostgres } from '../../support/data/stored-messages.ts';
import { startBalancer } from '../../support/peers/balancer.ts';
import { startRedis } from '../../support/peers/redis.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  keepSending,
  startCrowd,
} from '../../support/people/crowd.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { nodesUnavailable } from '../../support/servers/nodes.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const KILLS = Number(process.env.SELVEDGE_TEST_NODE_KILLS ?? 3);
/** Acks between two kills, so that each kill happens while messages are in flight. */
const ACKS_PER_KILL = 100;
const PATIENCE = { timeout: 120_000, interval: 20 };
const seed = seedOfRun();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(nodesUnavailable !== null)('two nodes behind one address', () => {
  const stops: (() => unknown)[] = [];
  let products: Awaited<ReturnType<typeof startProduct>>[];
  let databaseUrl: string;
  let url: string;
  beforeAll(async () => {
    const dir = makeTempDir();
    const [redis, database] = [await startRedis(), await createDatabase('postgres')];
    databaseUrl = database.url;
    const [front, ...ports] = [await freePort(), await freePort(), await freePort()];
    const balancer = await startBalancer(front, ports);
    url = balancer.url;
    const env = {
      AUTH_AUTOCONFIRM: 'true',
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      PUBLIC_URL: url,
    };
    products = [];
    for (const port of ports) {
      products.push(await startProduct({ entry: 'server/build/app/main.js', dataDir: dir.path, port, env }));
    }
    stops.push(balancer.close, ...products.map((product) => product.stop));
    stops.push(redis.remove, database.remove, () => dir.remove());
  }, 60_000);
  afterAll(async () => {
    for (const stop of stops) await stop();
  }, 60_000);

  test(`a node killed repeatedly loses no message (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const crowd = await startCrowd(url, KILLS * ACKS_PER_KILL);
    const { clients, conversations } = crowd;
    const acked = () => countAcked(crowd);
    const writing = keepSending(crowd);
    let slowest = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = acked() + ACKS_PER_KILL;
      await vi.waitUntil(() => acked() >= enough, PATIENCE);
      await pause(random.next() * 30);
      const killedAt = performance.now();
      await products[kill % 2]?.kill();
      // The other node takes over its clients.
      await vi.waitUntil(() => clients.every((client) => client.isOnline()), PATIENCE);
      slowest = Math.max(slowest, performance.now() - killedAt);
      await products[kill % 2]?.start();
    }
    await writing.stop();
    await vi.waitUntil(() => isQuiet(crowd), PATIENCE);

    const { byTalk, deadlocks } = await readPostgres(databaseUrl);
    expect(deadlocks).toBe(0);
    expect(countMissing(crowd, byTalk)).toBe(0);
    await expectScreensAsStored(crowd, byTalk);
    console.log(
      `${KILLS} kills of a node: ${acked()} acked in ${conversations.length} conversations, 0 lost, 0 duplicated, 0 out of order; all clients were on the other node after at most ${(slowest / 1000).toFixed(1)} s (seed ${seed})`,
    );
    expect(acked()).toBeGreaterThanOrEqual(KILLS * ACKS_PER_KILL);
    for (const client of clients) client.close();
  }, 1_200_000);
});
