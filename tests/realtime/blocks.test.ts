import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/realtime';
import { expect, onTestFinished, test } from 'vitest';
import { blockPerson, unblockPerson } from '../../server/src/blocks/change-block.ts';
import { presentConversation } from '../../server/src/conversations/present.ts';
import { findConversation } from '../../server/src/conversations/queries.ts';
import type { Actor } from '../../server/src/core/actor.ts';
import { announce } from '../../server/src/listings/announce.ts';
import { addListing, addPerson } from '../support/people/market.ts';
import { startTalk } from '../support/people/talk.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

/** A buyer and a seller who talk, and somebody else, each with a socket. */
async function startThree() {
  const live = await startLiveServer();
  const { db } = live;
  const talk = await startTalk(db);
  const connect = async (person: Actor): Promise<Client> => {
    live.tokens.set(person.id, person);
    const socket = live.connect(person.id);
    // Told once the socket is in its room.
    await next(socket, 'unread');
    return socket;
  };
  onTestFinished(() => live.close());
  const ofThird = await connect(await addPerson(db, 'third'));
  return {
    ...talk,
    db,
    live,
    ofThird,
    ofBuyer: await connect(talk.buyer),
    ofSeller: await connect(talk.seller),
  };
}

test('a blocked person’s send is refused, and neither it nor what the other offers arrives', async () => {
  const { db, live, buyer, seller, id, ofBuyer, ofSeller, ofThird } = await startThree();
  const sockets = [ofBuyer, ofSeller, ofThird];

  const told = [
    next<EventPayload<'block:changed'>>(ofBuyer, 'block:changed'),
    next(ofSeller, 'block:changed'),
  ];
  await blockPerson({ db, publish: live.publish }, seller, buyer.id);
  expect(await Promise.all(told)).toEqual([
    { userId: seller.id, block: 'theirs' },
    { userId: buyer.id, block: 'mine' },
  ]);

  const heard: string[] = [];
  for (const socket of sockets)
    socket.onAny((name: string) => heard.push(`${sockets.indexOf(socket)} ${name}`));
  const message = { clientId: randomUUID(), conversationId: id, type: 'text' as const, content: 'Hello?' };
  const answer: Ack<object> = await ofBuyer.emitWithAck('message:send', message);
  expect(answer).toEqual({
    ok: false,
    error: { code: 'forbidden', message: "You can't message this person." },
  });

  const listingId = await addListing(db, seller.id);
  await db.transact((tx) => announce({ tx, publish: live.publish }, 'listing:new', listingId));
  // Facts arrive in order: behind this one nothing is on its way any more.
  const last = sockets.map((socket) => next(socket, 'person:removed'));
  live.publish.toEveryone('person:removed', { id: randomUUID() });
  await Promise.all(last);
  expect(heard.filter((one) => !one.endsWith('person:removed')).toSorted()).toEqual([
    '1 listing:new',
    '2 listing:new',
  ]);
});

test('who reads while a block stands is the only one to hear of it, and who is not told cannot ask either', async () => {
  const { db, live, say, buyer, seller, id, ofBuyer, ofSeller } = await startThree();
  const readByBuyer = async (seq: number): Promise<Ack<{ unread: number }>> =>
    ofBuyer.emitWithAck('conversation:read', { conversationId: id, seq });
  const heard: unknown[] = [];
  ofSeller.on('conversation:read', ({ seq }) => heard.push(seq));
  const own: unknown[] = [];
  ofBuyer.on('conversation:read', ({ seq }) => own.push(seq));
  const seenBySeller = async () =>
    (await db.read((conn) => findConversation(conn, { id }))).map((row) =>
      presentConversation(row, seller.id),
    );

  await say(buyer, 'one');
  for (const text of ['two', 'three', 'four']) await say(seller, text);
  expect(await readByBuyer(2)).toEqual({ ok: true, unread: 1 });
  await blockPerson({ db, publish: live.publish }, seller, buyer.id);
  expect(await readByBuyer(3)).toEqual({ ok: true, unread: 1 });
  expect(await seenBySeller()).toMatchObject([{ otherReadSeq: 0 }]);
  await unblockPerson({ db, publish: live.publish }, seller, buyer.id);
  expect(await seenBySeller()).toMatchObject([{ otherReadSeq: 3 }]);
  expect(await readByBuyer(4)).toEqual({ ok: true, unread: 0 });
  await expect.poll(() => heard).toEqual([2, 4]);
  await expect.poll(() => own).toEqual([2, 3, 4]);
});
