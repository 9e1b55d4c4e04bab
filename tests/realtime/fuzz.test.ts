import { randomUUID } from 'node:crypto';
import type { Fact } from '@selvedge/shared/realtime';
import { expect, test } from 'vitest';
import { meet, prepareDrill } from '../support/drill.ts';
import { fuzzHub } from '../support/fuzz-hub.ts';
import { next } from '../support/live-server.ts';
import { seedOfRun } from '../support/random.ts';

const PACKETS = Number(process.env.SELVEDGE_TEST_PACKETS ?? 15_000);

const product = await prepareDrill();

test(
  'broken packets of every kind are answered or end their own socket, and two people talk on',
  async () => {
    const { seller, buyer, id: conversationId } = await meet(product.url);
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
