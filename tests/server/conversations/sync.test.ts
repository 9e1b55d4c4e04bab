import type { Message } from '@selvedge/shared/conversations/conversations';
import { SYNC_CONVERSATIONS_MAX, SYNC_MESSAGES_MAX } from '@selvedge/shared/platform/limits';
import { expect, test } from 'vitest';
import { arrangeConversation } from '../../../server/src/conversations/arrange-conversation.ts';
import { editMessage } from '../../../server/src/conversations/edit-message.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { sync } from '../../../server/src/conversations/sync.ts';
import { fillInbox } from '../../support/data/full-inbox.ts';
import { addMessages } from '../../support/data/long-conversation.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addListing, addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

describeOnBothEngines('sync', ({ dbForAll }) => {
  const db = dbForAll();

  test('returns the messages after a given seq', async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    for (let i = 1; i <= 5; i += 1) await send(buyer, `message ${i}`);
    const synced = await db.read((conn) => sync(ctx, conn, seller, { conversations: { [id]: 2 } }));
    expect(synced.messages.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(synced.conversations.map((one) => [one.id, one.lastSeq, one.isRead])).toEqual([[id, 5, false]]);
    expect(synced.complete).toBe(true);
  });

  test('returns a long gap in bounded parts', async () => {
    const { ctx, buyer, seller, id } = await storeConversation(db);
    const total = SYNC_MESSAGES_MAX + 120;
    await addMessages(db, { conversationId: id, senderId: buyer.id, count: total });
    const seqs: number[] = [];
    for (let rounds = 1; ; rounds += 1) {
      const known = { [id]: seqs.at(-1) ?? 0 };
      const synced = await db.read((conn) => sync(ctx, conn, seller, { conversations: known }));
      seqs.push(...synced.messages.map(({ seq }) => seq));
      if (synced.complete) {
        expect(rounds).toBe(2);
        break;
      }
    }
    expect(seqs).toEqual(Array.from({ length: total }, (_, i) => i + 1));
  });

  test('returns the changes after a given change number', async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    const sent: Message[] = [];
    for (let i = 1; i <= 4; i += 1) sent.push(await send(buyer, `message ${i}`));
    const change = (i: number, content: string) =>
      editMessage(ctx, buyer, { messageId: sent[i]?.id ?? '', content });
    await change(0, 'one');
    await change(2, 'three');
    await change(0, 'one again');
    const request = (changes: Record<string, number> | undefined) =>
      db.read((conn) => sync(ctx, conn, seller, { conversations: { [id]: 2 }, ...(changes && { changes }) }));
    const none = await request(undefined);
    expect(none.messages.map(({ content }) => content)).toEqual(['three', 'message 4']);
    expect(none.changes).toEqual({});
    const all = await request({ [id]: 0 });
    expect(all.messages.map(({ content }) => content)).toEqual(['three', 'message 4', 'one again']);
    expect(all).toMatchObject({ changes: { [id]: 3 }, complete: true, conversations: [{ changeSeq: 3 }] });
    expect((await request({ [id]: 3 })).messages.map(({ seq }) => seq)).toEqual([3, 4]);
    const stranger = await addMember(db, uniqueName('stranger'));
    expect(
      await db.read((conn) =>
        sync(ctx, conn, stranger, { conversations: { [id]: 4 }, changes: { [id]: 0 } }),
      ),
    ).toMatchObject({ messages: [], changes: {} });
  });

  test('returns many changes in bounded parts without gaps', async () => {
    const { ctx, buyer, seller, id } = await storeConversation(db);
    const total = SYNC_MESSAGES_MAX + 50;
    await addMessages(db, { conversationId: id, senderId: buyer.id, count: total, isEdited: true });
    const received = new Set<string>();
    let known = { [id]: 0 };
    for (let complete = false, rounds = 1; !complete; rounds += 1) {
      expect(rounds).toBeLessThanOrEqual(2);
      const synced = await db.read((conn) =>
        sync(ctx, conn, seller, { conversations: { [id]: total }, changes: known }),
      );
      for (const message of synced.messages) received.add(message.id);
      known = { [id]: synced.changes[id] ?? 0 };
      ({ complete } = synced);
    }
    expect(received.size).toBe(total);
    expect(known).toEqual({ [id]: total });
  });

  test("includes only conversations above the client's oldest", async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    const older = await addListing(db, seller.id);
    const { conversation: below } = await openConversation(ctx, buyer, {
      sellerId: seller.id,
      listingId: older,
      isWTB: false,
    });

    const sendIn = (conversationId: string) =>
      sendMessage(ctx, buyer, {
        clientId: crypto.randomUUID(),
        conversationId,
        type: 'text',
        content: 'Hello',
      });
    await sendIn(below.id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const last = await send(buyer, 'Hello');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const newer = await addListing(db, seller.id);
    const { conversation: above } = await openConversation(ctx, buyer, {
      sellerId: seller.id,
      listingId: newer,
      isWTB: false,
    });
    await sendIn(above.id);
    const loaded = { conversations: { [id]: 1 }, above: last.createdAt };
    const synced = await db.read((conn) => sync(ctx, conn, seller, loaded));
    expect(synced.conversations.map((one) => one.id).sort()).toEqual([id, above.id].sort());
  });

  test('includes missed conversations when all known ones moved up', async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    await send(buyer, 'Hello');
    const stranger = await addMember(db, uniqueName('stranger'));
    const about = { sellerId: seller.id, listingId: await addListing(db, seller.id), isWTB: false };
    const { conversation: missed } = await openConversation(ctx, stranger, about);
    const hello = { conversationId: missed.id, type: 'text', content: 'Hello' } as const;
    await sendMessage(ctx, stranger, { clientId: crypto.randomUUID(), ...hello });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await send(buyer, 'Still there?');
    const synced = await db.read((conn) => sync(ctx, conn, seller, { conversations: { [id]: 1 } }));
    expect(synced.conversations.map((one) => one.id).sort()).toEqual([id, missed.id].sort());
    expect(synced.complete).toBe(true);
  });

  test('omits archived conversations from a bounded list', async () => {
    const { ctx, buyer, id, send } = await storeConversation(db);
    await send(buyer, 'Hello');
    await arrangeConversation(ctx, buyer, { id, isArchived: true });
    const syncedCount = async (above?: string) => {
      const input = { conversations: {}, ...(above && { above }) };
      return (await db.read((conn) => sync(ctx, conn, buyer, input))).conversations.length;
    };
    expect([await syncedCount('1970-01-01T00:00:00.000Z'), await syncedCount()]).toEqual([0, 1]);
  });

  test('returns the newest conversations in steps of a hundred', async () => {
    const { ctx, buyer, seller } = await storeConversation(db);
    const count = SYNC_CONVERSATIONS_MAX + 150;
    const all = await fillInbox(db, { sellerId: seller.id, buyerId: buyer.id, count });
    const conversations: Record<string, number> = {};
    let rounds = 0;
    for (let complete = false; !complete; rounds += 1) {
      const response = await db.read((conn) => sync(ctx, conn, seller, { conversations }));
      expect(response.conversations.length).toBeLessThanOrEqual(Object.keys(conversations).length + 100);
      for (const one of response.conversations) conversations[one.id] = one.lastSeq;
      ({ complete } = response);
    }
    expect(Object.keys(conversations).sort()).toEqual(all.slice(0, SYNC_CONVERSATIONS_MAX).sort());
    expect(rounds).toBeLessThanOrEqual(SYNC_CONVERSATIONS_MAX / 100 + 1);
  });

  test("returns nothing of a stranger's conversation", { tags: ['socket-requests'] }, async () => {
    const { ctx, buyer, id, send } = await storeConversation(db);
    await send(buyer, 'private');
    const stranger = await addMember(db, uniqueName('stranger'));
    const synced = await db.read((conn) => sync(ctx, conn, stranger, { conversations: { [id]: 0 } }));
    // The response is the same as for a conversation that does not exist.
    expect(synced).toEqual({ conversations: [], messages: [], changes: {}, undone: [id], complete: true });
  });
});
