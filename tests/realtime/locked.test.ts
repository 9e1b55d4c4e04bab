import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { startWriters } from '../support/clients/writers.ts';
import type { Reading } from '../support/measuring/probe.ts';
import { meet, prepareDrill } from '../support/servers/drill.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
const ENOUGH = 50;
/** So many times others are answered while the lock is held; a server that waits for it in SQLite answers nobody. */
const ANSWERS = 20;

const product = await prepareDrill({ preload: new URL('../support/measuring/probe.ts', import.meta.url) });

/** Another program that writes and does not come to an end. @returns ends it. */
function holdLock(): () => void {
  const other = new Sqlite(join(product.dataDir, 'selvedge.db'), { timeout: 60_000 });
  other.exec('begin immediate');
  return () => other.close();
}

test('while another program holds the lock everybody else is answered, writers are refused in the end, and nothing is lost', async () => {
  const talk = await meet(product.url);
  const writers = await startWriters(talk);
  const answerMany = async () => {
    for (let i = 0; i < ANSWERS; i += 1) {
      for (const path of ['/api/health', '/api/listings']) {
        expect((await fetch(product.url + path)).status).toBe(200);
      }
    }
  };
  await vi.waitUntil(() => writers.acked() >= ENOUGH, PATIENCE);

  await product.ask();
  const letGo = holdLock();
  const heldAt = performance.now();
  const acked = writers.acked();
  await answerMany();
  await vi.waitUntil(() => writers.refused() >= 4, PATIENCE);
  const refusedMs = performance.now() - heldAt;
  const { loopDelayMaxMs } = await product.ask<Reading>();
  // Those that were on their way may have been acknowledged meanwhile, and no other.
  expect(writers.acked() - acked).toBeLessThanOrEqual(4);
  letGo();
  await vi.waitUntil(() => writers.acked() >= acked + ENOUGH, PATIENCE);
  await writers.stop();
  writers.expectStored(product.dataDir);
  expect(writers.unanswered()).toBe(0);
  console.log(
    `lock held by another program: refused after ${(refusedMs / 1000).toFixed(1)} s, nobody kept waiting for more than ${Math.round(loopDelayMaxMs)} ms, ${writers.acked()} acked, 0 lost`,
  );
}, 120_000);
