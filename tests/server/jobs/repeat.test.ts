import { expect, test, vi } from 'vitest';
import { repeat } from '../../../server/src/jobs/repeat.ts';
import { createLog } from '../../../server/src/observability/log.ts';

test('a task that fails again and again is logged when it begins to, and when it goes well again', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  // Fails three times, goes well twice, and again.
  const fails = [true, true, true, false, false];
  let turns = 0;
  const work = async () => {
    if (fails[turns++ % fails.length]) throw new Error('the database is away');
  };
  const stop = repeat(0, work, log);
  await vi.waitUntil(() => turns > 10, { interval: 1, timeout: 30_000 });
  await stop();
  const told = lines.slice(0, 4).map((line) => JSON.parse(line));
  expect(told).toEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: 'the database is away' }) }),
    expect.objectContaining({ level: 40, failures: 3 }),
    expect.objectContaining({ level: 50 }),
    expect.objectContaining({ level: 40, failures: 3 }),
  ]);
});
