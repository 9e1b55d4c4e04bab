import { randomUUID } from 'node:crypto';
import { DELIVERED_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import { expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../server/src/core/actor.ts';
import { startConversation } from '../support/people/conversation.ts';
import { next, startLiveServer } from '../support/servers/live-server.ts';

async function startTwo() {
  const live = await startLiveServer();
  onTestFinished(() => live.close());
  const conversation = await startConversation(live.db);
  async function openTab(person: Actor) {
    live.tokens.set(person.id, person);
    const client = live.connect(person.id);
    const received: unknown[] = [];
    client.on('conversation:delivered', (event) => received.push(event));
    await next(client, 'unread');
    return { client, received };
  }
  return { ...conversation, live, openTab };
}

test('a delivery is reported to every tab of the sender, and by sync after a reconnect', async () => {
  const { live, buyer, seller, id, send, openTab } = await startTwo();
  const [one, two] = [await openTab(buyer), await openTab(buyer)];
  const [device, other] = [await openTab(seller), await openTab(seller)];
  for (const text of ['one', 'two', 'three']) await send(buyer, text);
  const reports = (seq: number) =>
    device.client.emitWithAck('conversation:delivered', { conversations: { [id]: seq } });

  expect(await reports(2)).toEqual({ ok: true });
  const event = { conversationId: id, userId: seller.id, seq: 2 };
  await expect.poll(() => [one.received, two.received]).toEqual([[event], [event]]);
  one.client.disconnect();
  two.client.disconnect();
  expect(await reports(3)).toEqual({ ok: true });
  const back = await openTab(buyer);
  expect(await back.client.emitWithAck('sync', { conversations: { [id]: 3 } })).toMatchObject({
    conversations: [{ otherDeliveredSeq: 3, otherReadSeq: 0 }],
  });

  // Events arrive in order: after this one, none is in flight.
  const last = [device, other].map(({ client }) => next(client, 'person:removed'));
  live.publish.toEveryone('person:removed', { id: randomUUID() });
  await Promise.all(last);
  expect([device.received, other.received]).toEqual([[], []]);
});

test('a delivery report accepts a limited number of conversations', async () => {
  const { buyer, openTab } = await startTwo();
  const { client } = await openTab(buyer);
  const report = (count: number) => {
    const conversations = Object.fromEntries(Array.from({ length: count }, () => [randomUUID(), 1]));
    return client.emitWithAck('conversation:delivered', { conversations });
  };
  expect(await report(DELIVERED_CONVERSATIONS_MAX)).toEqual({ ok: true });
  expect(await report(DELIVERED_CONVERSATIONS_MAX + 1)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
});
