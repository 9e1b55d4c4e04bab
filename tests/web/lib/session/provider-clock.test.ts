import * as clock from '@supabase/auth-js/dist/module/lib/constants.js';
import { expect, test } from 'vitest';

test('the auth client refreshes 3 ticks before expiry', () => {
  expect(clock.AUTO_REFRESH_TICK_DURATION_MS).toBe(30_000);
  expect(clock.AUTO_REFRESH_TICK_THRESHOLD).toBe(3);
  expect(clock.JWKS_TTL).toBe(600_000);
  expect(Object.keys(clock.API_VERSIONS)).toEqual(['2024-01-01']);
});
