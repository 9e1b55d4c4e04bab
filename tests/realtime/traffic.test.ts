import { expect, test } from 'vitest';
import { removeMessage } from '../../server/src/conversations/remove-message.ts';
import { next, openTab } from '../support/clients/socket.ts';
import { createTap } from '../support/contract/traffic.ts';
import { startConversation } from '../support/people/conversation.ts';
import { openWorld } from '../support/world.ts';

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

test('valid traffic causes no violation', { tags: ['socket-contract'] }, () => {
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

test('a message removed by an admin arrives without content', async () => {
  const world = await openWorld();
  const { ctx, buyer, seller, send } = await startConversation(world);
  const tabs = [await openTab(world, buyer), await openTab(world, seller)];
  const message = await send(buyer, 'Something unpleasant');
  const received = tabs.map(({ client }) => next(client, 'message:changed'));
  await world.db.transact((tx) => removeMessage(ctx, tx, message.id));
  for (const event of await Promise.all(received)) {
    expect(event).toMatchObject({ message: { id: message.id, content: '', isRemoved: true } });
  }
});
