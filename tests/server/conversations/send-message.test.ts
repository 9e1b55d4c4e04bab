import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { arrangeConversation } from '../../../server/src/conversations/arrange-conversation.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import { findConversation } from '../../../server/src/conversations/queries.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { DELETED_NAME } from '../../../server/src/members/deleted.ts';
import { updateRows } from '../../support/data/rows.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

describeOnBothEngines('sending a message', ({ dbForAll }) => {
  const db = dbForAll();

  test('200 concurrent sends get gapless numbers', async () => {
    const { buyer, seller, id, ctx, send } = await storeConversation(db);
    // The first message makes the conversation visible to both participants.
    await send(buyer, 'the first word');
    const sends = Array.from({ length: 200 }, (_, i) => ({
      from: i % 2 ? buyer : seller,
      clientId: randomUUID(),
    }));
    const repeats = sends.slice(0, 60);
    const sent = await Promise.all(
      [...sends, ...repeats].map(({ from, clientId }, i) =>
        sendMessage(ctx, from, { clientId, conversationId: id, type: 'text', content: `message ${i}` }),
      ),
    );
    const stored = await db.read(({ q, t }) =>
      q.select().from(t.messages).where(eq(t.messages.conversationId, id)).orderBy(asc(t.messages.seq)),
    );
    expect(stored.map((row) => row.seq)).toEqual(Array.from({ length: 201 }, (_, i) => i + 1));
    expect(new Set(stored.map((row) => row.clientId)).size).toBe(201);
    repeats.forEach((_, i) => {
      expect(sent[200 + i]?.id).toBe(sent[i]?.id);
    });
  });

  test('a resend returns the first message, whatever its text', async () => {
    const { buyer, seller, send, eventsTo } = await storeConversation(db);
    const clientId = randomUUID();
    const first = await send(buyer, 'Is it still available?', clientId);
    const again = await send(buyer, 'something else', clientId);
    expect(again).toEqual(first);
    const events = await eventsTo(seller, 'message:new');
    expect(events.map((event) => event.message.id)).toEqual([first.id, first.id]);
    expect(await eventsTo(seller, 'unread')).toEqual([{ count: 1 }]);
  });

  test("a resend works after the recipient's account is deleted", async () => {
    const { buyer, seller, send } = await storeConversation(db);
    const clientId = randomUUID();
    const first = await send(buyer, 'Hello', clientId);
    await updateRows(db, 'users', { username: DELETED_NAME }, { id: seller.id });
    expect(await send(buyer, 'Hello', clientId)).toEqual(first);
    await expect(send(buyer, 'Are you there?')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('its event carries the conversation exactly as stored', async () => {
    const { ctx, buyer, seller, id, send, eventsTo } = await storeConversation(db);
    for (const [sender, reader] of [
      [buyer, seller],
      [seller, buyer],
      [seller, buyer],
      [buyer, seller],
    ] as const) {
      const { id: messageId } = await send(sender, 'Is it still available?');
      const [row] = await db.read((conn) => findConversation(conn, { id }));
      if (!row) throw new Error('the conversation is gone');
      for (const person of [sender, reader]) {
        const event = (await eventsTo(person, 'message:new')).at(-1);
        expect(event?.message.id).toBe(messageId);
        expect(event?.conversation).toEqual(presentConversation(row, person.id));
        await arrangeConversation(ctx, person, { id, isArchived: true });
      }
      const waits = {
        buyer: row.conversation.buyerWaitingSince,
        seller: row.conversation.sellerWaitingSince,
      };
      expect(waits[sender.id === buyer.id ? 'buyer' : 'seller']).toBeNull();
      expect(waits[sender.id === buyer.id ? 'seller' : 'buyer']).not.toBeNull();
    }
  });

  test('both participants receive the conversation as they see it', async () => {
    const { buyer, seller, send, eventsTo } = await storeConversation(db);
    const message = await send(buyer, 'Hello');
    const [toSeller] = await eventsTo(seller, 'message:new');
    const [toBuyer] = await eventsTo(buyer, 'message:new');
    expect(toSeller).toMatchObject({ message, conversation: { isRead: false, readSeq: 0, lastSeq: 1 } });
    expect(toBuyer).toMatchObject({ message, conversation: { isRead: true, readSeq: 1, lastSeq: 1 } });
    expect(toSeller?.conversation.lastMessage?.content).toBe('Hello');
  });

  test('replying marks the earlier messages as read', async () => {
    const { buyer, seller, send, eventsTo } = await storeConversation(db);
    await send(buyer, 'Hello');
    await send(seller, 'Hi');
    expect((await eventsTo(seller, 'unread')).at(-1)).toEqual({ count: 0 });
    expect((await eventsTo(buyer, 'unread')).at(-1)).toEqual({ count: 1 });
  });

  test('a stranger learns nothing of the conversation', {
    tags: ['private-conversations'],
  }, async () => {
    const { ctx, id, buyer, send } = await storeConversation(db);
    const stranger = await addMember(db, uniqueName('stranger'));
    const input = { clientId: randomUUID(), conversationId: id, type: 'text' as const, content: 'Hello' };
    await expect(sendMessage(ctx, stranger, input)).rejects.toMatchObject({ code: 'not_found' });
    expect((await send(buyer, 'first')).seq).toBe(1);
    // The first message makes it visible to the participants, and to no one else.
    await expect(sendMessage(ctx, stranger, input)).rejects.toMatchObject({ code: 'not_found' });
    expect((await send(buyer, 'second')).seq).toBe(2);
  });
});
