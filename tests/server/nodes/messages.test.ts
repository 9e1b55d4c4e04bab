import { expect, test } from 'vitest';
import { createPeerTracker, GOODBYE } from '../../../server/src/nodes/messages.ts';
import { continueFrom, START } from '../../../server/src/nodes/position.ts';

function listen() {
  const told: unknown[] = [];
  let now = 0;
  const account = createPeerTracker(
    'self',
    {
      message: ({ n }) => told.push(n),
      met: (node) => told.push(`met ${node}`),
      lost: () => told.push('lost'),
      gone: (node, died) => told.push(`${node} ${died ? 'died' : 'left'}`),
    },
    () => now,
  );
  return {
    ...account,
    hear: (node: string, n: number, topic = 'topic') => account.receive({ node, n, topic, payload: null }),
    wait: (ms: number) => {
      now += ms;
      account.checkSilence();
    },
    told: () => told.splice(0),
  };
}

test('each letter is heard once, and one’s own not at all', () => {
  const { hear, told } = listen();
  for (const n of [1, 2, 2, 1, 3]) hear('a', n);
  hear('self', 1);
  expect(told()).toEqual(['met a', 1, 2, 3]);
});

test('a hole in the numbers is told before what follows it; what was told before one listened leaves none', () => {
  const { hear, noteEarlier, told } = listen();
  for (const n of [6, 5]) noteEarlier({ node: 'a', n, topic: 'topic', payload: null });
  hear('a', 7);
  expect(told()).toEqual(['met a', 7]);
  hear('a', 9);
  expect(told()).toEqual(['met a', 'lost', 9]);
});

test('of a node that is new, what it told before its first letter came is lost', () => {
  const { hear, told } = listen();
  hear('a', 3);
  expect(told()).toEqual(['met a', 'lost', 3]);
});

test('a node that was taken for dead is met again', () => {
  const { hear, wait, told } = listen();
  hear('a', 1);
  wait(12_001);
  hear('a', 2);
  expect(told()).toEqual(['met a', 1, 'a died', 'met a', 2]);
});

test('a node that is silent has died, one that said goodbye has left, each once', () => {
  const { hear, wait, told } = listen();
  hear('a', 1);
  hear('b', 1);
  hear('b', 2, GOODBYE);
  told();
  wait(12_001);
  wait(12_001);
  expect(told()).toEqual(['a died']);
});

test('nobody is dead for not being heard while nobody could be', () => {
  const { hear, wait, reconnected, told } = listen();
  hear('a', 1);
  wait(12_000);
  reconnected();
  told();
  wait(12_000);
  expect(told()).toEqual([]);
});

test('reading begins with what is told from now on, goes on where it ended, and anew in a stream that came back empty', () => {
  expect(continueFrom(null, undefined)).toBe(START);
  expect(continueFrom(null, '1700-3')).toBe('1700-3');
  expect(continueFrom('1700-3', '1700-12')).toBe('1700-3');
  expect(continueFrom('1700-12', '1700-3')).toBe(START);
  expect(continueFrom('1700-3', '1699-0')).toBe(START);
  expect(continueFrom('1700-3', undefined)).toBe(START);
});
