import { expect, test } from 'vitest';
import { createRefusal } from '../../../../server/src/platform/nodes/refusal.ts';
import {
  createWriter,
  WAITING_MAX,
  WAITING_MAX_CHARACTERS,
} from '../../../../server/src/platform/nodes/writer.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';

/** A Redis that accepts everything but replies only when the test lets it. */
function silentRedis() {
  const letters: string[] = [];
  const pending: (() => void)[] = [];
  const xAdd = (_stream: string, _id: '*', { letter }: { letter: string }) => {
    letters.push(letter);
    return new Promise<void>((resolve) => pending.push(resolve));
  };
  return {
    letters,
    isAnswering: () => true,
    client: { xAdd },
    answer: () => {
      for (const resolve of pending.splice(0)) resolve();
    },
  };
}

test('the number of bus messages in flight is limited', async () => {
  const redis = silentRedis();
  const write = createWriter(redis, 'node', createRefusal(createLog('silent')));
  const writing = Array.from({ length: WAITING_MAX + 10 }, () => write('topic', null));
  expect(redis.letters).toHaveLength(WAITING_MAX);
  redis.answer();
  await Promise.all(writing);
  void write('topic', null);
  expect(JSON.parse(redis.letters.at(-1) ?? '')).toMatchObject({ n: WAITING_MAX + 11 });
});

test('the size of bus messages in flight is limited', async () => {
  const redis = silentRedis();
  const write = createWriter(redis, 'node', createRefusal(createLog('silent')));
  const long = 'x'.repeat(64 * 1024);
  for (let i = 0; i < WAITING_MAX; i += 1) void write('topic', long);
  const bytes = redis.letters.reduce((sum, letter) => sum + letter.length, 0);
  console.log(`${WAITING_MAX} messages of 64 KB: ${redis.letters.length} in flight, ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(WAITING_MAX_CHARACTERS + 2 * long.length);
});
