import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { watchEnded } from '../../../server/src/identity/jobs/watch-ended.ts';
import { insertEnded } from '../../../server/src/identity/queries.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const MINUTE = 60_000;

describeOnBothEngines('sessions ended by another process', ({ openDb }) => {
  test('are reported once, even after minutes without the database', async () => {
    const db = await openDb();
    const reported: string[] = [];
    let now = Date.now();
    let isDown = false;
    const reached: typeof db = {
      ...db,
      read: (work) => (isDown ? Promise.reject(new Error('the database is down')) : db.read(work)),
    };
    const sessionsEnded = (all: { sessionId: string }[]) =>
      void reported.push(...all.map((one) => one.sessionId));
    const poll = watchEnded(reached, { sessionsEnded }, () => now);
    const end = async () => {
      const sessionId = randomUUID();
      await db.transact((tx) => insertEnded(tx, [{ sessionId, reason: 'signed_out' }]));
      return sessionId;
    };

    const first = await end();
    await poll();
    await poll();
    expect(reported).toEqual([first]);

    // For a while, this node cannot reach the database, but the other one can.
    isDown = true;
    const second = await end();
    now += 10 * MINUTE;
    await expect(poll()).rejects.toThrow('down');
    isDown = false;
    await poll();
    await poll();
    expect(reported).toEqual([first, second]);
  });

  test('are reported whatever the difference between clocks', async () => {
    const db = await openDb();
    const reported: string[] = [];
    const sessionsEnded = (all: { sessionId: string }[]) =>
      void reported.push(...all.map((one) => one.sessionId));
    const poll = watchEnded(db, { sessionsEnded });
    const ids = [randomUUID(), randomUUID()];
    for (const [i, skew] of [-10 * MINUTE, 10 * MINUTE].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew });
      const sessionId = `${ids[i]}`;
      await db.transact((tx) => insertEnded(tx, [{ sessionId, reason: 'signed_out' }]));
      vi.useRealTimers();
    }
    await poll();
    expect(reported.sort()).toEqual(ids.sort());
  });
});
