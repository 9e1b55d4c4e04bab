import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { startWriters } from '../support/clients/writers.ts';
import type { Reading } from '../support/measuring/probe.ts';
import { prepareDrill, signUpPair } from '../support/servers/drill.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
const ENOUGH = 50;
/**
 * The number of other requests answered during the lock; a server that waited for it inside SQLite would
 * answer none.
 */
const READS = 20;

const product = await prepareDrill({ preload: new URL('../support/measuring/probe.ts', import.meta.url) });

/** Takes the write lock from another connection. @returns a function that releases it. */
function holdLock(): () => void {
  const other = new Sqlite(join(product.dataDir, 'selvedge.db'), { timeout: 60_000 });
  other.exec('begin immediate');
  return () => other.close();
}

test('writes are refused while another program locks the database', async () => {
  const conversation = await signUpPair(product.url);
  const writers = await startWriters(conversation);
  const readRepeatedly = async () => {
    for (let i = 0; i < READS; i += 1) {
      for (const path of ['/api/health', '/api/listings']) {
        expect((await fetch(product.url + path)).status).toBe(200);
      }
    }
  };
  await vi.waitUntil(() => writers.acked() >= ENOUGH, PATIENCE);

  await product.probe();
  const releaseLock = holdLock();
  const lockedAt = performance.now();
  const acked = writers.acked();
  await readRepeatedly();
  await vi.waitUntil(() => writers.refused() >= 4, PATIENCE);
  const refusedMs = performance.now() - lockedAt;
  const { loopDelayMaxMs } = await product.probe<Reading>();
  // Only messages in flight may have been acknowledged meanwhile.
  expect(writers.acked() - acked).toBeLessThanOrEqual(4);
  releaseLock();
  await vi.waitUntil(() => writers.acked() >= acked + ENOUGH, PATIENCE);
  await writers.stop();
  writers.expectStored(product.dataDir);
  expect(writers.unanswered()).toBe(0);
  console.log(
    `write lock held by another program: refused after ${(refusedMs / 1000).toFixed(1)} s, event loop delayed by at most ${Math.round(loopDelayMaxMs)} ms, ${writers.acked()} acked, 0 lost`,
  );
}, 120_000);
