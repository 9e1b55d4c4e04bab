import { expect, test } from 'vitest';
import { countUnread } from '../../../server/src/conversations/inbox-queries.ts';
import { markRead } from '../../../server/src/conversations/mark-read.ts';
import { findConversation } from '../../../server/src/conversations/queries.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

describeOnBothEngines('marking read', ({ dbForAll }) => {
  const db = dbForAll();

  test('moves the cursor only up to the last message', async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    for (const text of ['one', 'two', 'three']) await send(buyer, text);
    const cursor = async () =>
      (await db.read((conn) => findConversation(conn, { id })))[0]?.conversation.sellerReadSeq;
    expect(await markRead(ctx, seller, { conversationId: id, seq: 2 })).toBe(1);
    expect(await cursor()).toBe(2);
    expect(await markRead(ctx, seller, { conversationId: id, seq: 1 })).toBe(1);
    expect(await cursor()).toBe(2);
    expect(await markRead(ctx, seller, { conversationId: id, seq: 99 })).toBe(0);
    expect(await cursor()).toBe(3);
  });

  test('a message that arrives meanwhile stays unread', async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    const seen = await send(buyer, 'one');
    await send(buyer, 'two');
    expect(await markRead(ctx, seller, { conversationId: id, seq: seen.seq })).toBe(1);
    expect(await db.read((conn) => countUnread(conn, seller.id))).toBe(1);
  });

  test('notifies both participants', async () => {
    const { ctx, buyer, seller, id, send, eventsTo } = await storeConversation(db);
    await send(buyer, 'one');
    await markRead(ctx, seller, { conversationId: id });
    const event = { conversationId: id, userId: seller.id, seq: 1 };
    expect(await eventsTo(buyer, 'conversation:read')).toEqual([event]);
    expect(await eventsTo(seller, 'conversation:read')).toEqual([event]);
    expect((await eventsTo(seller, 'unread')).at(-1)).toEqual({ count: 0 });
  });

  test('a stranger cannot move a cursor', async () => {
    const { ctx, buyer, id, send } = await storeConversation(db);
    await send(buyer, 'one');
    const stranger = await addMember(db, uniqueName('stranger'));
    await expect(markRead(ctx, stranger, { conversationId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
