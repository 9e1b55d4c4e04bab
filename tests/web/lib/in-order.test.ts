import { expect, test } from 'vitest';
import { inOrder } from '../../../web/src/lib/in-order.ts';

test('a change waits for the one before it', async () => {
  const send = inOrder();
  const log: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const both = [
    send(() => answered.then(() => void log.push('first'))),
    send(async () => void log.push('second')),
  ];
  await new Promise(setImmediate);
  expect(log).toEqual([]);
  answer();
  await Promise.all(both);
  expect(log).toEqual(['first', 'second']);
});

test('a change follows one that failed', async () => {
  const send = inOrder();
  await expect(send(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await send(async () => 'sent')).toBe('sent');
});
