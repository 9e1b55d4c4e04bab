import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test } from 'vitest';
import { presentConversation } from '../../server/src/conversations/present.ts';
import { findConversation } from '../../server/src/conversations/queries.ts';
import { announceListing } from '../../server/src/items/listings/announce.ts';
import type { Actor } from '../../server/src/platform/core/actor.ts';
import { next, openTab, settle } from '../support/clients/socket.ts';
import { startConversation, uniqueName } from '../support/people/conversation.ts';
import { addListing } from '../support/people/market.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();

/** A buyer and a seller in a conversation, and a third member, each with a socket. */
async function startThree() {
  const conversation = await startConversation(world);
  const connect = async (person: Actor) => (await openTab(world, person)).client;
  return {
    ...conversation,
    ofThird: await connect(await world.join(uniqueName('third'))),
    ofBuyer: await connect(conversation.buyer),
    ofSeller: await connect(conversation.seller),
  };
}
const block = (by: Actor, { id }: Actor) => world.call('PUT', `/api/blocks/${id}`, { as: by });
const unblock = (by: Actor, { id }: Actor) => world.call('DELETE', `/api/blocks/${id}`, { as: by });

test("a blocked member's message is refused", async () => {
  const { buyer, seller, id, ofBuyer, ofSeller, ofThird } = await startThree();
  const sockets = [ofBuyer, ofSeller, ofThird];

  const changes = [
    next<EventPayload<'block:changed'>>(ofBuyer, 'block:changed'),
    next(ofSeller, 'block:changed'),
  ];
  await block(seller, buyer);
  expect(await Promise.all(changes)).toEqual([
    { userId: seller.id, block: 'theirs' },
    { userId: buyer.id, block: 'mine' },
  ]);

  const received: string[] = [];
  for (const socket of sockets)
    socket.onAny((name: string) => received.push(`${sockets.indexOf(socket)} ${name}`));
  const message = { clientId: randomUUID(), conversationId: id, type: 'text' as const, content: 'Hello?' };
  const ack: Ack<object> = await ofBuyer.emitWithAck('message:send', message);
  expect(ack).toEqual({
    ok: false,
    error: { code: 'forbidden', message: "You can't message this person." },
  });

  const listingId = await addListing(world.db, seller.id);
  await world.db.transact((tx) => announceListing(world.product.ctx, tx, 'created', listingId));
  await settle(world, ...sockets);
  expect(received.filter((one) => !one.endsWith('person:removed')).toSorted()).toEqual([
    '1 listing:new',
    '2 listing:new',
  ]);
});

test('a read during a block is reported later', async () => {
  const { send, buyer, seller, id, ofBuyer, ofSeller } = await startThree();
  const readByBuyer = async (seq: number): Promise<Ack<{ unread: number }>> =>
    ofBuyer.emitWithAck('conversation:read', { conversationId: id, seq });
  const received: unknown[] = [];
  ofSeller.on('conversation:read', ({ seq }) => received.push(seq));
  const receivedByBuyer: unknown[] = [];
  ofBuyer.on('conversation:read', ({ seq }) => receivedByBuyer.push(seq));
  const seenBySeller = async () =>
    (await world.db.read((conn) => findConversation(conn, { id }))).map((row) =>
      presentConversation(row, seller.id),
    );

  await send(buyer, 'one');
  for (const text of ['two', 'three', 'four']) await send(seller, text);
  expect(await readByBuyer(2)).toEqual({ ok: true, unread: 1 });
  await block(seller, buyer);
  expect(await readByBuyer(3)).toEqual({ ok: true, unread: 1 });
  expect(await seenBySeller()).toMatchObject([{ otherReadSeq: 0 }]);
  await unblock(seller, buyer);
  expect(await seenBySeller()).toMatchObject([{ otherReadSeq: 3 }]);
  expect(await readByBuyer(4)).toEqual({ ok: true, unread: 0 });
  await expect.poll(() => received).toEqual([2, 4]);
  await expect.poll(() => receivedByBuyer).toEqual([2, 3, 4]);
});
