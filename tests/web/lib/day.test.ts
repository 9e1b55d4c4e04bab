import { beforeAll, expect, test, vi } from 'vitest';

const NOW = Date.parse('2026-11-25T12:00:00Z');
let days: typeof import('../../../web/src/lib/day.ts');

beforeAll(async () => {
  const instance = { textContent: '{"timeZone":"America/Los_Angeles"}' };
  vi.stubGlobal('document', { getElementById: () => instance, querySelector: () => null });
  days = await import('../../../web/src/lib/day.ts');
});

test("a day is in the instance's time zone", () => {
  expect(days.dayText('2026-11-24T07:59:00Z', NOW)).toBe('Nov 23');
  expect(days.dayText('2026-11-24T08:00:00Z', NOW)).toBe('Nov 24');
});

test('a day of another year has its year', () => {
  expect(days.dayText('2027-01-01T07:59:00Z', NOW)).toBe('Dec 31');
  expect(days.dayText('2027-01-01T08:00:00Z', NOW)).toBe('Jan 1, 2027');
  expect(days.dayText('2025-11-23T12:00:00Z', NOW)).toBe('Nov 23, 2025');
});
