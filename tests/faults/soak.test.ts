import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { slopeOf } from '../support/measuring/slope.ts';
import type { ResourceUsage } from '../support/measuring/soak-probe.ts';
import { signUpPair } from '../support/servers/drill.ts';
import { createProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';

const SECONDS = Number(process.env.SELVEDGE_TEST_SOAK_SECONDS ?? 300);
/** The share of a run spent filling caches; only the rest is evaluated. */
const WARM_UP = 0.4;
const SAMPLES = 50;
/** Open files and timers that an idle server may have beyond those of a new one. */
const SPARE = 5;
const CONVERSATIONS = 5;
const SENDS = 10;
/** Mebibytes per minute. In a short run, the noise of one sample outweighs an hour's growth. */
const SLOPE_MAX = SECONDS >= 3_600 ? 0.1 : 1;
const MEBIBYTE = 1024 * 1024;

interface Sample extends ResourceUsage {
  minute: number;
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Members connect, send and disconnect, half of them abruptly, while the server's resources are sampled. */
async function soak(seconds: number, env: Record<string, string> = {}) {
  await buildServer();
  const dir = makeTempDir();
  const product = createProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    // Tokens must outlive the run.
    env: { AUTH_AUTOCONFIRM: 'true', ACCESS_TTL: '3600', ...env },
    preload: new URL('../support/measuring/soak-probe.ts', import.meta.url),
  });
  onTestFinished(async () => {
    await product.stop();
    dir.remove();
  });
  await product.start();
  const before = await product.probe<ResourceUsage>();
  const conversations = await Promise.all(
    Array.from({ length: CONVERSATIONS }, () => signUpPair(product.url)),
  );
  const figures = { visits: 0, acked: 0, refused: 0 };
  let isOver = false;
  const coming = conversations.map(async ({ buyer, id }) => {
    while (!isOver) {
      // In a long run, renew the session before its token expires.
      if (figures.visits % 10_000 === 9_999) await buyer.renew();
      const socket = buyer.connect();
      await new Promise((resolve) => socket.once('unread', resolve));
      for (let i = 0; i < SENDS; i += 1) {
        const message = { conversationId: id, content: 'Hello', type: 'text' as const };
        const ack = await socket.emitWithAck('message:send', {
          ...message,
          clientId: crypto.randomUUID(),
        });
        if (ack.ok) figures.acked += 1;
        else figures.refused += 1;
      }
      figures.visits += 1;
      // Closing the WebSocket below Socket.IO looks like a broken link to the server.
      if (figures.visits % 2) socket.io.engine.transport.close();
      socket.disconnect();
    }
  });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let i = 0; i < SAMPLES; i += 1) {
    await pause((seconds * 1_000) / SAMPLES);
    const minute = (performance.now() - startedAt) / 60_000;
    samples.push({ minute, ...(await product.probe<ResourceUsage>()) });
  }
  isOver = true;
  await Promise.all(coming);
  // The server releases the resources of the last connections eventually.
  const left = await vi.waitUntil(
    async () => {
      const now = await product.probe<ResourceUsage>();
      return now.files <= before.files + SPARE && now.timers <= before.timers + SPARE && now;
    },
    { timeout: 60_000, interval: 1_000 },
  );
  const steady = samples.slice(SAMPLES * WARM_UP);
  return {
    ...figures,
    heapSlope: slopeOf(
      steady,
      ({ minute }) => minute,
      ({ heapBytes }) => heapBytes / MEBIBYTE,
    ),
    left,
    walBytes: statSync(join(dir.path, 'selvedge.db-wal')).size,
  };
}

test(
  'visits leave no resources behind in the server',
  async () => {
    const { visits, acked, refused, heapSlope, left, walBytes } = await soak(SECONDS);
    console.log(
      `${SECONDS} s: ${visits} visits, ${acked} acked, ${refused} refused; the heap grows by ${heapSlope.toFixed(2)} MB/minute; afterwards ${left.files} files and ${left.timers} timers are open, and the write-ahead log has ${Math.round(walBytes / MEBIBYTE)} MB`,
    );
    expect(refused).toBe(0);
    expect(heapSlope).toBeLessThanOrEqual(SLOPE_MAX);
    expect(walBytes).toBeLessThanOrEqual(64 * MEBIBYTE);
  },
  (SECONDS + 300) * 1_000,
);

test('the soak drill detects a planted leak', async () => {
  const { heapSlope } = await soak(Math.min(SECONDS, 60), { SELVEDGE_TEST_LEAK: 'true' });
  console.log(`planted: a leak of 8 KB per connection; the heap grows by ${heapSlope.toFixed(1)} MB/minute`);
  expect(heapSlope).toBeGreaterThan(SLOPE_MAX);
}, 400_000);
