import { expect, test } from 'vitest';
import { threadItems } from '../../../web/src/conversations/thread/thread-items.ts';
import { ME, message, OTHER } from './factories.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i));

test('rows stay the same when messages come before and behind them, so that they are not drawn again', () => {
  const held = range(61, 120);
  const before = threadItems(held, [], ME);
  const after = threadItems([...range(1, 60), ...held, message(121)], [], ME);
  expect(after).toHaveLength(121);
  before.forEach((item, n) => {
    expect(after[60 + n]).toBe(item);
  });
});

test('a row is another one when its message was changed, or somebody else reads it', () => {
  const [first, second] = [message(1), message(2)];
  const [before] = threadItems([first, second], [], ME);
  const changed = { ...first, content: 'edited', changedSeq: 1 };
  const [row] = threadItems([changed, second], [], ME);
  expect([row === before, row?.content]).toEqual([false, 'edited']);
  const mine = (personId: string) => threadItems([first], [], personId)[0]?.isMine;
  expect(mine(ME)).toBe(first.senderId === ME);
  expect(mine(OTHER)).toBe(first.senderId === OTHER);
});
