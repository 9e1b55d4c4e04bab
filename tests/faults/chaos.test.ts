import { fork } from 'node:child_process';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { createRandom, seedOfRun } from '../support/data/random.ts';
import { readMessages } from '../support/data/stored-messages.ts';
import { startProxy } from '../support/peers/proxy.ts';
import {
  countAcked,
  countMissing,
  expectScreensAsStored,
  isQuiet,
  keepSending,
  startCrowd,
} from '../support/people/crowd.ts';
import { prepareDrill } from '../support/servers/drill.ts';

const SECONDS = Number(process.env.SELVEDGE_TEST_CHAOS_SECONDS ?? 300);
const SECONDS_PER_FAULT = 20;
/** The pause between two messages of a member in a conversation. */
const WRITE_MS = 250;
const PATIENCE = { timeout: 120_000, interval: 50 };
const seed = seedOfRun();

const product = await prepareDrill({
  // Tokens must outlive the drill, whatever the clock does.
  env: { ACCESS_TTL: '3600' },
  preload: new URL('../support/measuring/clock.ts', import.meta.url),
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test(
  `random faults lose no message (seed ${seed})`,
  async () => {
    const random = createRandom(seed);
    const link = await startProxy(Number(new URL(product.url).port));
    const crowd = await startCrowd(link.url, 40_000);
    const { clients } = crowd;
    const acked = () => countAcked(crowd);
    const lasting = (least: number, most: number) => pause((least + random.next() * (most - least)) * 1_000);

    const faults: Record<string, () => Promise<void>> = {
      async 'server killed'() {
        await product.kill();
        await lasting(0, 3);
        await product.start();
      },
      async 'link cut'() {
        link.set('refuse');
        link.cut();
        await lasting(0, 5);
        link.set('pass');
      },
      async 'link dead'() {
        link.set('blackhole');
        await lasting(2, 15);
        link.set('pass');
      },
      async 'client stalled'() {
        const { token } = random.pick(clients).member;
        const child = fork(new URL('../support/clients/stalled-client.ts', import.meta.url), [
          product.url,
          token,
        ]);
        await new Promise((resolve) => child.once('message', resolve));
        child.kill('SIGSTOP');
        await lasting(5, 15);
        child.kill('SIGKILL');
      },
      async 'clock set'() {
        await product.probe({ aheadMs: Math.round((random.next() - 0.5) * 40 * 60_000) });
      },
      async 'lock held'() {
        const other = new Sqlite(join(product.dataDir, 'selvedge.db'), { timeout: 60_000 });
        other.exec('begin immediate');
        await lasting(1, 8);
        other.close();
      },
    };

    const writing = keepSending(crowd, WRITE_MS);
    const happened: string[] = [];
    for (let turn = 0; turn < SECONDS / SECONDS_PER_FAULT; turn += 1) {
      const over = pause(SECONDS_PER_FAULT * 1_000);
      const name = random.pick(Object.keys(faults));
      await faults[name]?.();
      happened.push(name);
      const before = acked();
      // The server must recover without a restart.
      await vi.waitUntil(() => acked() > before, PATIENCE);
      // No await in between, so every message acked by now must be on disk.
      const { byConversation, integrity } = readMessages(product.dataDir);
      expect(countMissing(crowd, byConversation), name).toBe(0);
      expect(integrity, name).toBe('ok');
      await over;
    }
    await writing.stop();
    await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
    const { byConversation } = readMessages(product.dataDir);
    expect(countMissing(crowd, byConversation)).toBe(0);
    await expectScreensAsStored(crowd, byConversation);
    console.log(
      `${happened.length} faults (${happened.join(', ')}): ${acked()} acked, 0 lost, 0 duplicated, 0 out of order (seed ${seed})`,
    );
    for (const client of clients) client.close();
    await link.close();
  },
  (SECONDS + 600) * 1_000,
);
