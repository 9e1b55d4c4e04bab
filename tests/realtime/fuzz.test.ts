import { randomUUID } from 'node:crypto';
import type { Fact } from '@selvedge/shared/realtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../support/account.ts';
import { fuzzHub } from '../support/fuzz-hub.ts';
import { next } from '../support/live-server.ts';
import { phonePhoto } from '../support/pictures.ts';
import { freePort, startProduct } from '../support/product.ts';
import { seedOfRun } from '../support/random.ts';
import { makeTempDir } from '../support/temp.ts';

const PACKETS = Number(process.env.SELVEDGE_TEST_PACKETS ?? 15_000);

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  product = await startProduct({
    entry: 'server/src/main.ts',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
});
afterAll(async () => {
  await product.stop();
  dir.remove();
});

test(
  'broken packets of every kind are answered or end their own socket, and two people talk on',
  async () => {
    const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
    const { id: conversationId } = await buyer.talkAbout(await seller.list(await phonePhoto()));
    const atSeller = seller.connect();
    await next(atSeller, 'unread');

    const seed = seedOfRun();
    console.log(`fuzzing with SELVEDGE_TEST_SEED=${seed}`);
    const { unanswered, refusals, ...figures } = await fuzzHub({
      url: product.url,
      token: buyer.token,
      conversationId,
      seed,
      count: PACKETS,
    });
    console.log(JSON.stringify(figures));
    expect(unanswered).toEqual([]);
    expect(refusals).toEqual([]);
    // Enough of them have come to a handler.
    expect(figures.acks).toBeGreaterThan(PACKETS / 10);
    // An error of its own would be in its log.
    expect(product.output()).not.toContain('"level":50');

    const atBuyer = buyer.connect();
    await next(atBuyer, 'unread');
    const text = { clientId: randomUUID(), conversationId, type: 'text' as const, content: 'Still here.' };
    const heard = new Promise<Fact<'message:new'>>((resolve) => {
      atSeller.on('message:new', (fact) => fact.message.clientId === text.clientId && resolve(fact));
    });
    expect(await atBuyer.emitWithAck('message:send', text)).toMatchObject({ ok: true });
    expect((await heard).message.content).toBe('Still here.');
    for (const socket of [atBuyer, atSeller]) socket.disconnect();
  },
  60_000 + PACKETS * 10,
);
