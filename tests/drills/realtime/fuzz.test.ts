import { randomUUID } from 'node:crypto';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test, vi } from 'vitest';
import { next } from '../../support/clients/socket.ts';
import { fuzzHub } from '../../support/contract/fuzz-hub.ts';
import { seedOfRun } from '../../support/data/random.ts';
import type { ResourceUsage } from '../../support/measuring/soak-probe.ts';
import { prepareDrill, signUpPair } from '../../support/servers/drill.ts';
import { readProcess, watchMemory } from '../../support/servers/read-process.ts';

const PACKETS = Number(process.env.SELVEDGE_TEST_PACKETS ?? 100_000);
const MEBIBYTE = 1024 * 1024;
/** The most that the heap may grow, in MiB, after garbage collection. */
const GROWTH_MAX = 50;

const product = await prepareDrill({
  // Two million packets take longer than a token's default lifetime.
  env: { ACCESS_TTL: '3600' },
  preload: new URL('../../support/measuring/soak-probe.ts', import.meta.url),
});

test(
  'every malformed packet is answered or closes its socket',
  async () => {
    const { seller, buyer, id: conversationId } = await signUpPair(product.url);
    const atSeller = seller.connect();
    await next(atSeller, 'unread');

    const seed = seedOfRun();
    console.log(`fuzzing with SELVEDGE_TEST_SEED=${seed}`);
    const [before, heapBefore] = [readProcess(product.pid()), await product.probe<ResourceUsage>()];
    const growth = before && watchMemory(product.pid());
    const { unanswered, refusals, ...figures } = await fuzzHub({
      url: product.url,
      token: buyer.token,
      conversationId,
      seed,
      count: PACKETS,
    });
    const [after, most] = [readProcess(product.pid()), growth?.() ?? 0];
    const heapGrowth = ((await product.probe<ResourceUsage>()).heapBytes - heapBefore.heapBytes) / MEBIBYTE;
    console.log(JSON.stringify(figures));
    if (before && after) {
      const [cpuSeconds, megabytes] = [(after.cpuMs - before.cpuMs) / 1_000, most / MEBIBYTE];
      console.log(
        `the server used ${cpuSeconds.toFixed(0)} s of CPU and at most ${megabytes.toFixed(0)} MB more, of which ${heapGrowth.toFixed(0)} MB remain`,
      );
    }
    expect(heapGrowth).toBeLessThan(GROWTH_MAX);
    expect(unanswered).toEqual([]);
    expect(refusals).toEqual([]);
    // Enough packets have reached a handler.
    expect(figures.acks).toBeGreaterThan(PACKETS / 10);
    // The log contains no internal error.
    expect(product.output()).not.toContain('"level":50');

    const atBuyer = buyer.connect();
    await next(atBuyer, 'unread');
    // So many events arrive that the server may have disconnected a slow reader, which then reconnects.
    await vi.waitUntil(() => atSeller.connected, { timeout: 60_000 });
    const text = { clientId: randomUUID(), conversationId, type: 'text' as const, content: 'Still here.' };
    const received = new Promise<EventPayload<'message:new'>>((resolve) => {
      atSeller.on('message:new', (event) => event.message.clientId === text.clientId && resolve(event));
    });
    expect(await atBuyer.emitWithAck('message:send', text)).toMatchObject({ ok: true });
    expect((await received).message.content).toBe('Still here.');
    for (const socket of [atBuyer, atSeller]) socket.disconnect();
  },
  60_000 + PACKETS * 10,
);
