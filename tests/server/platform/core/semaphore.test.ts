import { expect, test } from 'vitest';
import { createSemaphore, createSemaphorePerKey } from '../../../../server/src/platform/core/semaphore.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

function counted() {
  let running = 0;
  const seen = { most: 0 };
  const work = async () => {
    running += 1;
    seen.most = Math.max(seen.most, running);
    await pause();
    running -= 1;
  };
  return { seen, work };
}

test('only two of many tasks run at once', async () => {
  const limited = createSemaphore(2);
  const { seen, work } = counted();
  const ends = await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      limited(async () => {
        await work();
        return n;
      }),
    ),
  );
  expect(ends).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(seen.most).toBe(2);
});

test('a failing task passes its permit on', async () => {
  const limited = createSemaphore(1);
  const failed = limited(() => Promise.reject(new Error('no')));
  const next = limited(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await limited(async () => 'again')).toBe('again');
});

test('tasks with different keys do not wait', { tags: ['upload-limit'] }, async () => {
  const limited = createSemaphorePerKey(1);
  const { seen, work } = counted();
  await Promise.all(['a', 'a', 'b', 'b', 'c'].map((person) => limited(person, work)));
  expect(seen.most).toBe(3);
});
