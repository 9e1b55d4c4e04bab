import { expect, test } from 'vitest';
import { createSemaphore, createSemaphorePerKey } from '../../../server/src/core/semaphore.ts';

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

test('of many works only two run at once, and all run', async () => {
  const inTurn = createSemaphore(2);
  const { seen, work } = counted();
  const ends = await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      inTurn(async () => {
        await work();
        return n;
      }),
    ),
  );
  expect(ends).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(seen.most).toBe(2);
});

test('a work that fails hands its turn on', async () => {
  const inTurn = createSemaphore(1);
  const failed = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await inTurn(async () => 'again')).toBe('again');
});

test('people do not wait for one another', async () => {
  const inTurn = createSemaphorePerKey(1);
  const { seen, work } = counted();
  await Promise.all(['a', 'a', 'b', 'b', 'c'].map((person) => inTurn(person, work)));
  expect(seen.most).toBe(3);
});
