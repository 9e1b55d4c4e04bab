import { randomUUID } from 'node:crypto';
import type { EventPayload } from '@selvedge/shared/realtime';
import { expect, test, vi } from 'vitest';
import { fuzzHub } from '../../support/contract/fuzz-hub.ts';
import { seedOfRun } from '../../support/data/random.ts';
import type { Holding } from '../../support/measuring/soak-probe.ts';
import { meet, prepareDrill } from '../../support/servers/drill.ts';
import { next } from '../../support/servers/live-server.ts';
import { readProcess, watchMemory } from '../../support/servers/read-process.ts';

const PACKETS = Number(process.env.SELVEDGE_TEST_PACKETS ?? 100_000);
const MEBIBYTE = 1024 * 1024;
/** What the heap may hold more than before, in MiB, without its garbage. */
const KEPT_MAX = 50;

const product = await prepareDrill({
  // Two million packets take longer than a token lasts by itself.
  env: { ACCESS_TTL: '3600' },
  preload: new URL('../../support/measuring/soak-probe.ts', import.meta.url),
});

test(
  'broken packets of every kind are answered or end their own socket, and two people talk on',
  async () => {
    const { seller, buyer, id: conversationId } = await meet(product.url);
    const atSeller = seller.connect();
    await next(atSeller, 'unread');

    const seed = seedOfRun();
    console.log(`fuzzing with SELVEDGE_TEST_SEED=${seed}`);
    const [before, held] = [readProcess(product.pid()), await product.ask<Holding>()];
    const growth = before && watchMemory(product.pid());
    const { unanswered, refusals, ...figures } = await fuzzHub({
      url: product.url,
      token: buyer.token,
      conversationId,
      seed,
      count: PACKETS,
    });
    const [after, most] = [readProcess(product.pid()), growth?.() ?? 0];
    const kept = ((await product.ask<Holding>()).heapBytes - held.heapBytes) / MEBIBYTE;
    console.log(JSON.stringify(figures));
    if (before && after) {
      const [cpuSeconds, megabytes] = [(after.cpuMs - before.cpuMs) / 1_000, most / MEBIBYTE];
      console.log(
        `the server took ${cpuSeconds.toFixed(0)} s of CPU, at most ${megabytes.toFixed(0)} MB more, and kept ${kept.toFixed(0)}`,
      );
    }
    expect(kept).toBeLessThan(KEPT_MAX);
    expect(unanswered).toEqual([]);
    expect(refusals).toEqual([]);
    // Enough of them have come to a handler.
    expect(figures.acks).toBeGreaterThan(PACKETS / 10);
    // An error of its own would be in its log.
    expect(product.output()).not.toContain('"level":50');

    const atBuyer = buyer.connect();
    await next(atBuyer, 'unread');
    // Facts come in great numbers: who was slow to read them has been cut, and comes back.
    await vi.waitUntil(() => atSeller.connected, { timeout: 30_000 });
    const text = { clientId: randomUUID(), conversationId, type: 'text' as const, content: 'Still here.' };
    const heard = new Promise<EventPayload<'message:new'>>((resolve) => {
      atSeller.on('message:new', (event) => event.message.clientId === text.clientId && resolve(event));
    });
    expect(await atBuyer.emitWithAck('message:send', text)).toMatchObject({ ok: true });
    expect((await heard).message.content).toBe('Still here.');
    for (const socket of [atBuyer, atSeller]) socket.disconnect();
  },
  60_000 + PACKETS * 10,
);
