import { randomUUID } from 'node:crypto';
import type { Ack, Fact } from '@selvedge/shared/realtime';
import { expect, test } from 'vitest';
import { blockPerson } from '../../server/src/blocks/change-block.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { announce } from '../../server/src/listings/announce.ts';
import { createLog } from '../../server/src/log.ts';
import { createDatabase } from '../support/database.ts';
import { type Client, next, startLiveServer } from '../support/live-server.ts';
import { addListing, addPerson } from '../support/market.ts';
import { startTalk } from '../support/talk.ts';

test('a blocked person’s send is refused, and neither it nor what the other offers arrives', async () => {
  const { url, remove } = await createDatabase('sqlite');
  const db = await openDatabase(url, createLog('error'));
  const live = await startLiveServer(db);
  const { buyer, seller, id } = await startTalk(db);
  const third = await addPerson(db, 'third');
  const sockets: Client[] = [];
  for (const person of [buyer, seller, third]) {
    live.tokens.set(person.id, person);
    const socket = live.connect(person.id);
    // Told once the socket is in its room.
    await next(socket, 'unread');
    sockets.push(socket);
  }
  const [ofBuyer, ofSeller, ofThird] = sockets;
  if (!ofBuyer || !ofSeller || !ofThird) throw new Error('three have connected');

  const told = [next<Fact<'block:changed'>>(ofBuyer, 'block:changed'), next(ofSeller, 'block:changed')];
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
    error: { code: 'forbidden', message: 'You cannot write to this person.' },
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

  await live.close();
  await db.close();
  await remove();
});
