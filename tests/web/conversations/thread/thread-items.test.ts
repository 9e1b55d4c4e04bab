import { expect, test } from 'vitest';
import { threadItems } from '../../../../web/src/conversations/thread/thread-items.ts';
import { ME, message, OTHER } from '../factories.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i));

test('rows keep their identity when messages are added', () => {
  const loaded = range(61, 120);
  const before = threadItems(loaded, [], ME);
  const after = threadItems([...range(1, 60), ...loaded, message(121)], [], ME);
  expect(after).toHaveLength(121);
  before.forEach((item, n) => {
    expect(after[60 + n]).toBe(item);
  });
});

test('a row is replaced when its message changes', () => {
  const [first, second] = [message(1), message(2)];
  const [before] = threadItems([first, second], [], ME);
  const changed = { ...first, content: 'edited', changedSeq: 1 };
  const [row] = threadItems([changed, second], [], ME);
  expect([row === before, row?.content]).toEqual([false, 'edited']);
});

test('a message is own only for its sender', () => {
  const first = message(1);
  const mine = (personId: string) => threadItems([first], [], personId)[0]?.isMine;
  expect(mine(ME)).toBe(first.senderId === ME);
  expect(mine(OTHER)).toBe(first.senderId === OTHER);
});
