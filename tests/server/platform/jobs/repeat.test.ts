import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { repeat } from '../../../../server/src/platform/jobs/repeat.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';

test('a failing job is logged when it starts failing', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  // Fails three times, succeeds twice, and so on.
  const fails = [true, true, true, false, false];
  let runs = 0;
  const work = async () => {
    if (fails[runs++ % fails.length]) throw new Error('the database is down');
  };
  const stop = repeat(0, work, log);
  await vi.waitUntil(() => runs > 10, { interval: 1, timeout: 60_000 });
  await stop();
  const entries = lines.slice(0, 4).map((line) => JSON.parse(line));
  expect(entries).toEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: 'the database is down' }) }),
    expect.objectContaining({ level: 40, failures: 3 }),
    expect.objectContaining({ level: 50 }),
    expect.objectContaining({ level: 40, failures: 3 }),
  ]);
});

test('stopping aborts the run in progress', async () => {
  const started = Promise.withResolvers<void>();
  const stop = repeat(
    0,
    async (signal) => {
      started.resolve();
      await once(signal, 'abort');
    },
    createLog('error'),
  );
  await started.promise;
  await stop();
});
