import { randomUUID } from 'node:crypto';
import { DELIVERED_CONVERSATIONS_MAX } from '@selvedge/shared/platform/limits';
import { expect, test } from 'vitest';
import type { Actor } from '../../server/src/platform/core/actor.ts';
import * as sockets from '../support/clients/socket.ts';
import { startConversation } from '../support/people/conversation.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();

const openTab = (as: Actor) => sockets.openTab(world, as, 'conversation:delivered');

test('each tab of the sender gets delivery reports', async () => {
  const { buyer, seller, id, send } = await startConversation(world);
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

  await sockets.settle(world, device.client, other.client);
  expect([device.received, other.received]).toEqual([[], []]);
});

test('a delivery report accepts a limited number of conversations', async () => {
  const { client } = await openTab(await world.join('odile'));
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
