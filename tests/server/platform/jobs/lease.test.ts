import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { takeLease, withLease } from '../../../../server/src/platform/jobs/lease.ts';
import { readRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const HOUR = 3_600_000;

/** Waits until the only lease lasts a minute from now; not `vi.waitFor`, which advances the clock itself. */
async function expectRenewed(db: Database): Promise<void> {
  const lasts = async () => {
    const leases = await readRows(db, 'taskLeases');
    return leases.map(({ heldUntil }) => heldUntil.getTime() - Date.now());
  };
  for (let tries = 0; tries < 500 && (await lasts())[0] !== 60_000; tries += 1) await pause(10);
  expect(await lasts()).toEqual([60_000]);
}

describeOnBothEngines('the lease of a job', ({ openDb }) => {
  test('goes to only one of many processes', async () => {
    const db = await openDb();
    const now = Date.now();
    const takers = async (at: number) =>
      (await Promise.all(Array.from({ length: 8 }, () => takeLease(db, 'sweep', HOUR, at)))).filter(Boolean);
    expect(await takers(now)).toHaveLength(1);
    expect(await takers(now + HOUR - 1)).toHaveLength(0);
    expect(await takeLease(db, 'another', HOUR, now)).toBe(true);
    expect(await takers(now + HOUR)).toHaveLength(1);
  });

  test('is not blocked for years by a wrong clock', async () => {
    const db = await openDb();
    const now = Date.now();
    expect(await takeLease(db, 'sweep', HOUR, now + 10_000 * HOUR)).toBe(true);
    expect(await takeLease(db, 'sweep', HOUR, now)).toBe(true);
    expect(await takeLease(db, 'sweep', HOUR, now)).toBe(false);
  });

  test('covers work of any length', async () => {
    const db = await openDb();
    let running = 0;
    const attempts = await Promise.all(
      Array.from({ length: 8 }, () =>
        withLease(db, 'backup', async () => {
          running += 1;
          expect(running).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 300));
          running -= 1;
        }),
      ),
    );
    expect(attempts.filter(Boolean)).toHaveLength(1);
    const failing = withLease(db, 'backup', async () => Promise.reject(new Error('the disk is full')));
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await withLease(db, 'backup', async () => undefined)).toBe(true);
  });

  test('is renewed while the work lasts', async () => {
    const db = await openDb();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const take = () => takeLease(db, 'backup', 60_000);
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const work = withLease(db, 'backup', () => promise);
    for (let seconds = 0; seconds < 180; seconds += 20) {
      await expectRenewed(db);
      expect(await take()).toBe(false);
      await vi.advanceTimersByTimeAsync(20_000);
    }
    await expectRenewed(db);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await take()).toBe(true);
    end();
    // The lease of the other process is left alone.
    expect(await work).toBe(true);
    expect(await take()).toBe(false);
  });

  test('is renewed again after the database was away', async () => {
    const db = await openDb();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let isAway = false;
    const transact: Database['transact'] = (work) =>
      isAway ? Promise.reject(new Error('the database is away')) : db.transact(work);
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const work = withLease({ ...db, transact }, 'backup', () => promise);
    await expectRenewed(db);
    isAway = true;
    await vi.advanceTimersByTimeAsync(20_000);
    isAway = false;
    await vi.advanceTimersByTimeAsync(20_000);
    await expectRenewed(db);
    end();
    expect(await work).toBe(true);
  });
});
