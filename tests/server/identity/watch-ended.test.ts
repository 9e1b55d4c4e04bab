import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { watchEnded } from '../../../server/src/identity/jobs/watch-ended.ts';
import { insertEnded } from '../../../server/src/identity/queries.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const MINUTE = 60_000;

describeOnBothEngines('the sessions that another process has ended', (openDb) => {
  test('are told once, also after minutes in which this one could not look', async () => {
    const db = await openDb();
    const told: string[] = [];
    let now = Date.now();
    let isAway = false;
    const reached: typeof db = {
      ...db,
      read: (work) => (isAway ? Promise.reject(new Error('the database is away')) : db.read(work)),
    };
    const sessionsEnded = (all: { sessionId: string }[]) =>
      void told.push(...all.map((one) => one.sessionId));
    const look = watchEnded(reached, { sessionsEnded }, () => now);
    const end = async () => {
      const sessionId = randomUUID();
      await db.transact((tx) => insertEnded(tx, [{ sessionId, reason: 'signed_out' }]));
      return sessionId;
    };

    const first = await end();
    await look();
    await look();
    expect(told).toEqual([first]);

    // Another node still reaches the database, and this one does not, for as long as that takes.
    isAway = true;
    const second = await end();
    now += 10 * MINUTE;
    await expect(look()).rejects.toThrow('away');
    isAway = false;
    await look();
    await look();
    expect(told).toEqual([first, second]);
  });

  test('are told however far apart the clocks of the two machines are', async () => {
    const db = await openDb();
    const told: string[] = [];
    const sessionsEnded = (all: { sessionId: string }[]) =>
      void told.push(...all.map((one) => one.sessionId));
    const look = watchEnded(db, { sessionsEnded });
    const ids = [randomUUID(), randomUUID()];
    for (const [i, apart] of [-10 * MINUTE, 10 * MINUTE].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart });
      const sessionId = `${ids[i]}`;
      await db.transact((tx) => insertEnded(tx, [{ sessionId, reason: 'signed_out' }]));
      vi.useRealTimers();
    }
    await look();
    expect(told.sort()).toEqual(ids.sort());
  });
});
