import { expect, test } from 'vitest';
import { takeLease } from '../../../server/src/jobs/lease.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const HOUR = 3_600_000;

describeOnBothEngines('the lease of a job', (openDb) => {
  test('goes to only one of many processes, and to one again when it is next due', async () => {
    const db = await openDb();
    const now = Date.now();
    const takers = async (at: number) =>
      (await Promise.all(Array.from({ length: 8 }, () => takeLease(db, 'sweep', HOUR, at)))).filter(Boolean);
    expect(await takers(now)).toHaveLength(1);
    expect(await takers(now + HOUR - 1)).toHaveLength(0);
    expect(await takeLease(db, 'another', HOUR, now)).toBe(true);
    expect(await takers(now + HOUR)).toHaveLength(1);
  });

  test('is not blocked for years by a clock that was wrong', async () => {
    const db = await openDb();
    const now = Date.now();
    expect(await takeLease(db, 'sweep', HOUR, now + 10_000 * HOUR)).toBe(true);
    expect(await takeLease(db, 'sweep', HOUR, now)).toBe(true);
    expect(await takeLease(db, 'sweep', HOUR, now)).toBe(false);
  });
});
