import { expect, test } from 'vitest';
import { createPeerTracker, GOODBYE } from '../../../../server/src/platform/nodes/messages.ts';
import { continueFrom, START } from '../../../../server/src/platform/nodes/position.ts';

function listen() {
  const events: unknown[] = [];
  let now = 0;
  const account = createPeerTracker(
    'self',
    {
      message: ({ n }) => events.push(n),
      met: (node) => events.push(`met ${node}`),
      lost: () => events.push('lost'),
      gone: (node, died) => events.push(`${node} ${died ? 'died' : 'left'}`),
    },
    () => now,
  );
  return {
    ...account,
    receive: (node: string, n: number, topic = 'topic') => account.receive({ node, n, topic, payload: null }),
    wait: (ms: number) => {
      now += ms;
      account.checkSilence();
    },
    events: () => events.splice(0),
  };
}

test('each bus message is received once', () => {
  const { receive, events } = listen();
  for (const n of [1, 2, 2, 1, 3]) receive('a', n);
  receive('self', 1);
  expect(events()).toEqual(['met a', 1, 2, 3]);
});

test('a gap in the numbers is reported first', () => {
  const { receive, noteEarlier, events } = listen();
  for (const n of [6, 5]) noteEarlier({ node: 'a', n, topic: 'topic', payload: null });
  receive('a', 7);
  expect(events()).toEqual(['met a', 7]);
  receive('a', 9);
  expect(events()).toEqual(['met a', 'lost', 9]);
});

test('earlier messages of a new node count as lost', () => {
  const { receive, events } = listen();
  receive('a', 3);
  expect(events()).toEqual(['met a', 'lost', 3]);
});

test('a node considered dead counts as new again', () => {
  const { receive, wait, events } = listen();
  receive('a', 1);
  wait(12_001);
  receive('a', 2);
  expect(events()).toEqual(['met a', 1, 'a died', 'met a', 2]);
});

test('a silent node is reported as dead once', () => {
  const { receive, wait, events } = listen();
  receive('a', 1);
  events();
  wait(12_001);
  wait(12_001);
  expect(events()).toEqual(['a died']);
});

test('a node that says goodbye is not dead', () => {
  const { receive, wait, events } = listen();
  receive('b', 1);
  receive('b', 2, GOODBYE);
  events();
  wait(12_001);
  wait(12_001);
  expect(events()).toEqual([]);
});

test('a node that cannot receive considers no other dead', () => {
  const { receive, wait, reconnected, events } = listen();
  receive('a', 1);
  wait(12_000);
  reconnected();
  events();
  wait(12_000);
  expect(events()).toEqual([]);
});

test('reading resumes where it stopped', () => {
  expect(continueFrom(null, undefined)).toBe(START);
  expect(continueFrom(null, '1700-3')).toBe('1700-3');
  expect(continueFrom('1700-3', '1700-12')).toBe('1700-3');
  expect(continueFrom('1700-12', '1700-3')).toBe(START);
  expect(continueFrom('1700-3', '1699-0')).toBe(START);
  expect(continueFrom('1700-3', undefined)).toBe(START);
});
