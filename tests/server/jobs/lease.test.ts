import { expect, test } from 'vitest';
import { takeLease } from '../../../server/src/jobs/lease.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const HOUR = 3_600_000;

describeOnBothEngines('a round of upkeep', (openDb) => {
  test('is made by one of many who would, and by one again when its time has come', async () => {
    const db = await openDb();
    const now = Date.now();
    const ask = async (at: number) =>
      (await Promise.all(Array.from({ length: 8 }, () => takeLease(db, 'sweep', HOUR, at)))).filter(Boolean);
    expect(await ask(now)).toHaveLength(1);
    expect(await ask(now + HOUR - 1)).toHaveLength(0);
    expect(await takeLease(db, 'another', HOUR, now)).toBe(true);
    expect(await ask(now + HOUR)).toHaveLength(1);
  });

  test('is not put off for years by a clock that was wrong', async () => {
    const db = await openDb();
    const now = Date.now();
    expect(await takeLease(db, 'sweep', HOUR, now + 10_000 * HOUR)).toBe(true);
    expect(await takeLease(db, 'sweep', HOUR, now)).toBe(true);
    expect(await takeLease(db, 'sweep', HOUR, now)).toBe(false);
  });
});
