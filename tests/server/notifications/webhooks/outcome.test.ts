import { expect, test } from 'vitest';
import { outcomeOf, retryAt } from '../../../../server/src/notifications/webhooks/outcome.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WAITS = [5_000, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

test('retries wait longer each time, with jitter', () => {
  for (const [i, wait] of WAITS.entries()) {
    const waits = Array.from({ length: 20 }, () => (retryAt(i + 1, NOW)?.getTime() ?? 0) - NOW);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.9 * wait);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.1 * wait);
    expect(new Set(waits).size).toBeGreaterThan(1);
  }
});

test('the tenth failure is the last', () => {
  expect(retryAt(WAITS.length + 1, NOW)).toBeNull();
});

test.for([
  ['120', 120_000],
  ['Sun, 01 Mar 2026 12:05:00 GMT', 5 * MINUTE],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['99999999', 24 * HOUR],
] as const)('Retry-After %s is a wait of %i ms', ([header, pauseMs]) => {
  expect(outcomeOf({ status: 503, headers: { 'retry-after': header } }, NOW)).toMatchObject({ pauseMs });
});
