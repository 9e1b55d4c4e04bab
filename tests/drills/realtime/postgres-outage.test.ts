import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startPostgres, type ThrowAwayPostgres } from '../../../scripts/postgres.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { readPostgres } from '../../support/data/stored-messages.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  keepSending,
  startCrowd,
} from '../../support/people/crowd.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const KILLS = Number(process.env.SELVEDGE_TEST_POSTGRES_KILLS ?? 2);
/** Acks between two kills, so that each kill happens while messages are in flight. */
const ACKS_PER_KILL = 100;
const PATIENCE = { timeout: 120_000, interval: 20 };
const seed = seedOfRun();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(!bothEngines().includes('postgres'))('a server that loses its PostgreSQL', () => {
  const dir = makeTempDir();
  let postgres: ThrowAwayPostgres;
  let product: Awaited<ReturnType<typeof startProduct>>;
  beforeAll(async () => {
    postgres = await startPostgres();
    const env = { AUTH_AUTOCONFIRM: 'true', DATABASE_URL: postgres.url };
    const port = await freePort();
    product = await startProduct({ entry: 'server/build/app/main.js', dataDir: dir.path, port, env });
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await postgres?.stop();
    dir.remove();
  }, 60_000);

  test(`loses nothing it has confirmed (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const crowd = await startCrowd(product.url, 0);
    const { clients, conversations } = crowd;
    const [conversation] = conversations;
    const [writer] = conversation?.pair ?? [];
    if (!conversation || !writer) throw new Error('the crowd has no conversation');
    const acked = () => countAcked(crowd);
    const writing = keepSending(crowd);
    let slowest = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = acked() + ACKS_PER_KILL;
      await vi.waitUntil(() => acked() >= enough, PATIENCE);
      await pause(random.next() * 30);
      await postgres.kill();

      const refused = {
        conversationId: conversation.id,
        content: 'never',
        type: 'text',
        clientId: randomUUID(),
      };
      const response = await fetch(`${product.url}/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${writer.member.token}` },
        body: JSON.stringify(refused),
      });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: 'unavailable' });

      await postgres.start();
      const backAt = performance.now();
      const before = acked();
      await vi.waitUntil(() => acked() > before, PATIENCE);
      slowest = Math.max(slowest, performance.now() - backAt);
    }
    await writing.stop();
    await vi.waitUntil(() => isQuiet(crowd), PATIENCE);

    // The same process survived all outages.
    expect(await product.stop()).toBe(0);
    const { byTalk, deadlocks } = await readPostgres(postgres.url);
    expect(countMissing(crowd, byTalk)).toBe(0);
    await expectScreensAsStored(crowd, byTalk);
    expect([...byTalk.values()].flat().map(({ content }) => content)).not.toContain('never');
    expect(deadlocks).toBe(0);
    console.log(
      `${KILLS} kills of PostgreSQL: ${acked()} acked in ${conversations.length} conversations, 0 lost, 0 duplicated, 0 out of order; the first message was stored at most ${(slowest / 1000).toFixed(1)} s after its return (seed ${seed})`,
    );
    for (const client of clients) client.close();
  }, 1_200_000);
});
