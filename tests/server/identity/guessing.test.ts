import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { AuthError } from '../../../server/src/identity/auth-error.ts';
import { createLimits } from '../../../server/src/identity/limits.ts';
import { storeInDatabase } from '../../../server/src/platform/core/limit-stores.ts';
import { createLimits as createCounters } from '../../../server/src/platform/core/limits.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { createDatabase } from '../../support/servers/database.ts';

const GUESSES = 10_000;
/** The budget of an account is counted over four hours. */
const WINDOWS = 24 / 4;
const WINDOW_MS = 4 * 60 * 60_000;

afterEach(() => void vi.useRealTimers());

test('guesses from many addresses share one limit per account', {
  tags: ['password-guessing'],
}, async () => {
  const database = await createDatabase('sqlite');
  const db = await openDatabase(database.url, createLog('error'));
  onTestFinished(async () => {
    await db.close();
    await database.remove();
  });
  const limits = createLimits(db, createCounters(null, undefined, storeInDatabase(db, new Uint8Array(32))));
  vi.useFakeTimers({ toFake: ['Date'] });
  const startedAt = Date.now();
  const guess = async (_: unknown, n: number): Promise<boolean> => {
    try {
      // A wrong guess is not refunded.
      await limits.takePassword('owner@example.com', `10.0.${n >> 8}.${n & 255}`);
      return true;
    } catch (error) {
      if (error instanceof AuthError && error.status === 429) return false;
      throw error;
    }
  };
  let checked = 0;
  // The worst case: each budget is used up as soon as it is available.
  for (let window = 0; window < WINDOWS; window += 1) {
    vi.setSystemTime(startedAt + window * (WINDOW_MS + 1));
    const results = await Promise.all(Array.from({ length: Math.ceil(GUESSES / WINDOWS) }, guess));
    checked += results.filter(Boolean).length;
  }
  expect(checked).toBeGreaterThan(800);
  expect(checked).toBeLessThanOrEqual(1_000);
});
