import { expect, test } from 'vitest';
import { createConversationContext } from '../../server/src/conversations/create-context.ts';
import { removeMessage } from '../../server/src/conversations/remove-message.ts';
import { createTap } from '../support/contract/traffic.ts';
import { startConversation } from '../support/people/conversation.ts';
import { next, startLiveServer } from '../support/servers/live-server.ts';

const ID = '01900000-0000-7000-8000-00000000000a';
const READ = { conversationId: ID, seq: 1 };

/** The violations that the tap reports for packets, each with its direction. */
function violationsOf(...packets: [direction: 'sent' | 'received', packet: string][]): string[] {
  const violations: string[] = [];
  // The coverage report excludes these made-up packets.
  const tap = createTap(
    (violation) => violations.push(violation),
    () => undefined,
  );
  for (const [direction, packet] of packets) tap[direction](packet);
  return violations;
}
const event = (name: string, payload: unknown, id = '') => `2${id}${JSON.stringify([name, payload])}`;
const ack = (id: string, payload: unknown) => `3${id}${JSON.stringify([payload])}`;

test('valid traffic and transport packets cause no violation', () => {
  expect(
    violationsOf(
      ['received', '0{"sid":"x"}'],
      ['received', event('unread', { count: 1 })],
      ['sent', event('conversation:read', READ, '7')],
      ['received', ack('7', { ok: true, unread: 0 })],
      ['sent', event('conversation:read', 'nonsense', '8')],
      ['received', ack('8', { ok: false, error: { code: 'invalid_input', message: 'Invalid input' } })],
    ),
  ).toEqual([]);
});

test.each([
  ['an event with a wrong type', [['received', event('unread', { count: 'one' })]]],
  ['an event with an unknown field', [['received', event('unread', { count: 1, email: 'x' })]]],
  ['an event missing from the contract', [['received', event('gossip', {})]]],
  [
    'an ack without a required field',
    [
      ['sent', event('conversation:read', READ, '1')],
      ['received', ack('1', { ok: true })],
    ],
  ],
  [
    'a refusal with an unknown code',
    [
      ['sent', event('sync', {}, '1')],
      ['received', ack('1', { ok: false, error: { code: 'nope', message: '' } })],
    ],
  ],
  [
    'an accepted request that violates its schema',
    [
      ['sent', event('conversation:read', { ...READ, userId: ID }, '1')],
      ['received', ack('1', { ok: true, unread: 0 })],
    ],
  ],
] as [string, ['sent' | 'received', string][]][])('%s is reported', (_, packets) => {
  expect(violationsOf(...packets).length).toBeGreaterThan(0);
});

test('a message removed by an admin reaches both participants without its content', async () => {
  const live = await startLiveServer();
  const { db } = live;
  const conversation = await startConversation(db);
  const sockets = [conversation.buyer, conversation.seller].map((person) => {
    live.tokens.set(person.id, person);
    return live.connect(person.id);
  });
  await Promise.all(sockets.map((socket) => next(socket, 'unread')));
  const message = await conversation.send(conversation.buyer, 'Something unpleasant');
  const received = sockets.map((socket) => next(socket, 'message:changed'));
  await db.transact((tx) => removeMessage(createConversationContext(db, live.publish), tx, message.id));
  for (const event of await Promise.all(received)) {
    expect(event).toMatchObject({ message: { id: message.id, content: '', isRemoved: true } });
  }
  await live.close();
});
