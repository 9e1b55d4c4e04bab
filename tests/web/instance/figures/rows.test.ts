import type { Figures } from '@selvedge/shared/instance/figures';
import { expect, test, vi } from 'vitest';
import { rowsOf } from '../../../../web/src/instance/figures/rows.ts';

vi.mock('../../../../web/src/lib/instance.ts', () => ({ instance: { timeZone: 'UTC' } }));

const MAILS = { name: 'mails', label: 'Mails', waiting: 0, oldestSeconds: 0, failures: 0, isLate: false };
const QUIET: Figures = {
  messagesPerMinute: 1_200,
  deliveryMs: { p50: 0.42, p95: 12.3, p99: 40 },
  sockets: 3,
  visitorStreams: 5,
  loopDelayMs: { p99: 1.2, max: 4_200 },
  waitingWriters: 0,
  queues: [MAILS],
  matchingQueue: 0,
  failuresPerHour: 0,
  backup: null,
  upSeconds: 90,
};
const high = (changes: Partial<Figures>) =>
  rowsOf({ ...QUIET, ...changes }).flatMap(({ name, isHigh }) => (isHigh ? [name] : []));

test('each figure is shown with its unit', () => {
  const values = Object.fromEntries(rowsOf(QUIET).map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    Messages: '1,200',
    'Delivery, median': '0.4 ms',
    'Delivery, 99th percentile': '40 ms',
    'Event-loop delay': '1.2 ms',
  });
  expect(rowsOf(QUIET).find(({ name }) => name === 'Event-loop delay')?.about).toContain('4.2 s');
});

test('a minute without messages is not flagged', () => {
  expect(high({})).toEqual([]);
  expect(high({ deliveryMs: null, messagesPerMinute: 0 })).toEqual([]);
});

test('a figure above its usual range is flagged', () => {
  expect(high({ deliveryMs: { p50: 1, p95: 2, p99: 900 } })).toEqual(['Delivery, 99th percentile']);
  expect(high({ failuresPerHour: 1 })).toEqual(['Errors']);
  expect(high({ matchingQueue: null, queues: [{ ...MAILS, isLate: true }] })).toEqual([
    'Mails',
    'Matching queue',
  ]);
  expect(high({ queues: null })).toEqual(['Queues']);
});

test('a server that makes backups shows the last', () => {
  const shown = (backup: Figures['backup']) =>
    rowsOf({ ...QUIET, backup }).find(({ name }) => name === 'Last backup')?.value;
  expect(shown(null)).toBeUndefined();
  expect(shown({ lastAt: null, isOverdue: false })).toBe('None yet');
  expect(shown({ lastAt: '2026-03-14T12:26:53.000Z', isOverdue: false })).toMatch(/^Mar 14, 2026, /);
});

test('an overdue backup is flagged', () => {
  expect(high({ backup: { lastAt: null, isOverdue: true } })).toEqual(['Last backup']);
});

test('a queue says what waits', () => {
  const shown = (changes: object) =>
    rowsOf({ ...QUIET, queues: [{ ...MAILS, ...changes }] }).find(({ name }) => name === 'Mails')?.value;
  expect(shown({})).toBe('nothing waits, 0 failed in the last hour');
  expect(shown({ waiting: 1_200, oldestSeconds: 7_250, failures: 3 })).toBe(
    '1,200 waiting, the oldest for 2h, 3 failed in the last hour',
  );
  expect(shown({ waiting: 1, oldestSeconds: 119 })).toContain('for 1m');
  expect(shown({ waiting: 1, oldestSeconds: 9 })).toContain('for 9s');
  expect(shown({ waiting: 1, oldestSeconds: 200_000 })).toContain('for 2d');
});
