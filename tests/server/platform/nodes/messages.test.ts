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

test("each bus message is received once, and the node's own messages are ignored", () => {
  const { receive, events } = listen();
  for (const n of [1, 2, 2, 1, 3]) receive('a', n);
  receive('self', 1);
  expect(events()).toEqual(['met a', 1, 2, 3]);
});

test('a gap in the numbers is reported before the next message, except for messages from before listening', () => {
  const { receive, noteEarlier, events } = listen();
  for (const n of [6, 5]) noteEarlier({ node: 'a', n, topic: 'topic', payload: null });
  receive('a', 7);
  expect(events()).toEqual(['met a', 7]);
  receive('a', 9);
  expect(events()).toEqual(['met a', 'lost', 9]);
});

test('messages that a new node sent before the first received one count as lost', () => {
  const { receive, events } = listen();
  receive('a', 3);
  expect(events()).toEqual(['met a', 'lost', 3]);
});

test('a node that was considered dead counts as new when it sends again', () => {
  const { receive, wait, events } = listen();
  receive('a', 1);
  wait(12_001);
  receive('a', 2);
  expect(events()).toEqual(['met a', 1, 'a died', 'met a', 2]);
});

test('a silent node is reported as dead, one that said goodbye as left, each once', () => {
  const { receive, wait, events } = listen();
  receive('a', 1);
  receive('b', 1);
  receive('b', 2, GOODBYE);
  events();
  wait(12_001);
  wait(12_001);
  expect(events()).toEqual(['a died']);
});

test('a node that cannot receive considers no other node dead', () => {
  const { receive, wait, reconnected, events } = listen();
  receive('a', 1);
  wait(12_000);
  reconnected();
  events();
  wait(12_000);
  expect(events()).toEqual([]);
});

test('reading starts at the current end, resumes where it stopped, and restarts in a stream that came back empty', () => {
  expect(continueFrom(null, undefined)).toBe(START);
  expect(continueFrom(null, '1700-3')).toBe('1700-3');
  expect(continueFrom('1700-3', '1700-12')).toBe('1700-3');
  expect(continueFrom('1700-12', '1700-3')).toBe(START);
  expect(continueFrom('1700-3', '1699-0')).toBe(START);
  expect(continueFrom('1700-3', undefined)).toBe(START);
});
