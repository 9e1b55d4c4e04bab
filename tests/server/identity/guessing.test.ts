import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../server/src/db/open.ts';
import { AuthError } from '../../../server/src/identity/auth-error.ts';
import { createLimits } from '../../../server/src/identity/limits.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { createDatabase } from '../../support/servers/database.ts';

const GUESSES = 10_000;
/** The budget of an account is counted over 15 minutes. */
const QUARTERS = 24 * 4;
const QUARTER_MS = 15 * 60_000;

afterEach(() => void vi.useRealTimers());

test('fewer than a thousand of ten thousand guesses at one password in a day, from as many addresses, are checked', async () => {
  const database = await createDatabase('sqlite');
  const db = await openDatabase(database.url, createLog('error'));
  onTestFinished(async () => {
    await db.close();
    await database.remove();
  });
  const limits = createLimits(db, () => new Uint8Array(32), true);
  vi.useFakeTimers({ toFake: ['Date'] });
  const startedAt = Date.now();
  const guess = async (): Promise<boolean> => {
    try {
      // A wrong guess is not refunded.
      await limits.take('failurePerAccount', 'owner@example.com');
      return true;
    } catch (error) {
      if (error instanceof AuthError && error.status === 429) return false;
      throw error;
    }
  };
  let checked = 0;
  // The worst case: each budget is used up as soon as it is available.
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    vi.setSystemTime(startedAt + quarter * (QUARTER_MS + 1));
    const results = await Promise.all(Array.from({ length: Math.ceil(GUESSES / QUARTERS) }, guess));
    checked += results.filter(Boolean).length;
  }
  expect(checked).toBeGreaterThan(900);
  expect(checked).toBeLessThanOrEqual(1_000);
});
