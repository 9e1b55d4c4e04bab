import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../server/src/db/open.ts';
import { AuthError } from '../../../server/src/identity/auth-error.ts';
import { createLimits } from '../../../server/src/identity/limits.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { createDatabase } from '../../support/servers/database.ts';

const GUESSES = 10_000;
/** The budget of one account is for a quarter of an hour. */
const QUARTERS = 24 * 4;
const QUARTER_MS = 15 * 60_000;

afterEach(() => void vi.useRealTimers());

test('of ten thousand guesses at one password in a day, from as many addresses, less than a thousand are looked at', async () => {
  const database = await createDatabase('sqlite');
  const db = await openDatabase(database.url, createLog('error'));
  onTestFinished(async () => {
    await db.close();
    await database.remove();
  });
  const limits = createLimits(db, () => new Uint8Array(32), true);
  vi.useFakeTimers({ toFake: ['Date'] });
  const begun = Date.now();
  const guess = async (): Promise<boolean> => {
    try {
      // Nothing of it is given back for a wrong one.
      await limits.take('failurePerAccount', 'owner@example.com');
      return true;
    } catch (error) {
      if (error instanceof AuthError && error.status === 429) return false;
      throw error;
    }
  };
  let looked = 0;
  // The most that there can be: each budget is used as soon as it is there.
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    vi.setSystemTime(begun + quarter * (QUARTER_MS + 1));
    const made = await Promise.all(Array.from({ length: Math.ceil(GUESSES / QUARTERS) }, guess));
    looked += made.filter(Boolean).length;
  }
  expect(looked).toBeGreaterThan(900);
  expect(looked).toBeLessThanOrEqual(1_000);
});
