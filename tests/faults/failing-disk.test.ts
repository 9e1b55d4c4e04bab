import { expect, test, vi } from 'vitest';
import { startWriters } from '../support/clients/writers.ts';
import { injectFault, straceUnavailable } from '../support/measuring/strace.ts';
import { prepareDrill, signUpPair } from '../support/servers/drill.ts';

const PATIENCE = { timeout: 120_000, interval: 20 };
/** The minimum number of messages before, during and after the fault. */
const ENOUGH = 50;
const missing = straceUnavailable();
if (missing) console.warn(`the failing-disk drill is skipped: ${missing}`);

const product = await prepareDrill();

test.skipIf(missing !== null)(
  'a server whose disk cannot sync stops',
  async () => {
    const writers = await startWriters(await signUpPair(product.url));
    await vi.waitUntil(() => writers.acked() >= ENOUGH, PATIENCE);
    await injectFault(product.pid(), 'fsync:error=EIO:when=20+');
    await vi.waitUntil(() => product.exitCode() !== null, PATIENCE);
    expect(product.exitCode()).toBe(1);
    expect(product.output()).toContain('The database disk failed.');
    // Requests in flight got no response at all.
    await vi.waitUntil(() => writers.unanswered() > 0, PATIENCE);
    expect(writers.refused()).toBe(0);
    expect(writers.missingIn(product.dataDir)).toBe(0);
    const acked = writers.acked();

    await product.start();
    await vi.waitUntil(() => writers.acked() >= acked + ENOUGH, PATIENCE);
    await writers.stop();
    writers.expectStored(product.dataDir);
    console.log(`failing syncs: the server exited; ${writers.acked()} acked, 0 lost, 0 duplicated`);
  },
  300_000,
);

test.skipIf(missing !== null)(
  'writes that find no space are refused',
  async () => {
    const writers = await startWriters(await signUpPair(product.url));
    await vi.waitUntil(() => writers.acked() >= ENOUGH, PATIENCE);
    const removeFault = await injectFault(product.pid(), 'pwrite64:error=ENOSPC:when=50..90');
    await vi.waitUntil(() => writers.refused() >= ENOUGH / 2, PATIENCE);
    const acked = writers.acked();
    await vi.waitUntil(() => writers.acked() >= acked + ENOUGH, PATIENCE);
    await removeFault();
    await writers.stop();
    expect(product.exitCode()).toBe(null);
    expect(writers.unanswered()).toBe(0);
    writers.expectStored(product.dataDir);
    console.log(`no space for a while: ${writers.refused()} refused, ${writers.acked()} acked, 0 lost`);
  },
  300_000,
);

test.skipIf(missing !== null)(
  'a sync of two seconds causes no disconnect',
  async () => {
    const conversation = await signUpPair(product.url);
    const writers = await startWriters(conversation);
    const socket = conversation.seller.connect();
    let cuts = 0;
    socket.on('disconnect', () => {
      cuts += 1;
    });
    await vi.waitUntil(() => socket.connected && writers.acked() >= ENOUGH, PATIENCE);
    const removeFault = await injectFault(product.pid(), 'fsync:delay_enter=2000000:when=10');
    let longestMs = 0;
    const enough = writers.acked() + 4 * ENOUGH;
    while (writers.acked() < enough) {
      const requestedAt = performance.now();
      expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - requestedAt);
    }
    await removeFault();
    await writers.stop();
    expect(longestMs).toBeGreaterThan(1_000);
    expect(cuts).toBe(0);
    expect([writers.refused(), writers.unanswered()]).toEqual([0, 0]);
    writers.expectStored(product.dataDir);
    socket.disconnect();
    console.log(
      `a sync of 2 s: the longest wait was ${Math.round(longestMs)} ms, 0 disconnected, ${writers.acked()} acked, 0 lost`,
    );
  },
  300_000,
);
