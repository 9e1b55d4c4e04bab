import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/realtime';
import { expect, onTestFinished, test } from 'vitest';
import { blockPerson, unblockPerson } from '../../server/src/blocks/change-block.ts';
import { presentConversation } from '../../server/src/conversations/present.ts';
import { findConversation } from '../../server/src/conversations/queries.ts';
import type { Actor } from '../../server/src/core/actor.ts';
import { announce } from '../../server/src/listings/announce.ts';
import { startConversation } from '../support/people/conversation.ts';
import { addListing, addPerson } from '../support/people/market.ts';
import { tradingWith } from '../support/people/trading.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

/** A buyer and a seller in a conversation, and a third member, each with a socket. */
async function startThree() {
  const live = await startLiveServer();
  const { db } = live;
  const conversation = await startConversation(db);
  const connect = async (person: Actor): Promise<Client> => {
    live.tokens.set(person.id, person);
    const socket = live.connect(person.id);
    // Emitted once the socket has joined its rooms.
    await next(socket, 'unread');
    return socket;
  };
  onTestFinished(() => live.close());
  const ofThird = await connect(await addPerson(db, 'third'));
  return {
    ...conversation,
    db,
    live,
    ofThird,
    ofBuyer: await connect(conversation.buyer),
    ofSeller: await connect(conversation.seller),
  };
}

test("a blocked member's message is refused, and neither side receives the other's events", async () => {
  const { db, live, buyer, seller, id, ofBuyer, ofSeller, ofThird } = await startThree();
  const sockets = [ofBuyer, ofSeller, ofThird];

  const changes = [
    next<EventPayload<'block:changed'>>(ofBuyer, 'block:changed'),
    next(ofSeller, 'block:changed'),
  ];
  await blockPerson({ db, publish: live.publish }, seller, buyer.id);
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

  const listingId = await addListing(db, seller.id);
  await db.transact((tx) => announce({ tx, ...tradingWith(live.publish) }, 'listing:new', listingId));
  // Events arrive in order: after this one, none is in flight.
  const last = sockets.map((socket) => next(socket, 'person:removed'));
  live.publish.toEveryone('person:removed', { id: randomUUID() });
  await Promise.all(last);
  expect(received.filter((one) => !one.endsWith('person:removed')).toSorted()).toEqual([
    '1 listing:new',
    '2 listing:new',
  ]);
});

test('a read during a block is only reported to the reader, and shows to the other member once unblocked', async () => {
  const { db, live, send, buyer, seller, id, ofBuyer, ofSeller } = await startThree();
  const readByBuyer = async (seq: number): Promise<Ack<{ unread: number }>> =>
    ofBuyer.emitWithAck('conversation:read', { conversationId: id, seq });
  const received: unknown[] = [];
  ofSeller.on('conversation:read', ({ seq }) => received.push(seq));
  const receivedByBuyer: unknown[] = [];
  ofBuyer.on('conversation:read', ({ seq }) => receivedByBuyer.push(seq));
  const seenBySeller = async () =>
    (await db.read((conn) => findConversation(conn, { id }))).map((row) =>
      presentConversation(row, seller.id),
    );

  await send(buyer, 'one');
  for (const text of ['two', 'three', 'four']) await send(seller, text);
  expect(await readByBuyer(2)).toEqual({ ok: true, unread: 1 });
  await blockPerson({ db, publish: live.publish }, seller, buyer.id);
  expect(await readByBuyer(3)).toEqual({ ok: true, unread: 1 });
  expect(await seenBySeller()).toMatchObject([{ otherReadSeq: 0 }]);
  await unblockPerson({ db, publish: live.publish }, seller, buyer.id);
  expect(await seenBySeller()).toMatchObject([{ otherReadSeq: 3 }]);
  expect(await readByBuyer(4)).toEqual({ ok: true, unread: 0 });
  await expect.poll(() => received).toEqual([2, 4]);
  await expect.poll(() => receivedByBuyer).toEqual([2, 3, 4]);
});
