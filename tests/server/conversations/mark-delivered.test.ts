import { expect, test } from 'vitest';
import { markDelivered } from '../../../server/src/conversations/delivered/mark-delivered.ts';
import { markRead } from '../../../server/src/conversations/mark-read.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import { findConversation } from '../../../server/src/conversations/queries.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { sync } from '../../../server/src/conversations/sync.ts';
import { blockMember, unblockMember } from '../../../server/src/members/blocks/change-block.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addListing, addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

describeOnBothEngines('delivery reports', ({ dbForAll }) => {
  const db = dbForAll();

  /** A buyer who has sent three messages, and a seller whose devices report deliveries. */
  async function startThree() {
    const conversation = await storeConversation(db);
    for (const text of ['one', 'two', 'three']) await conversation.send(conversation.buyer, text);
    return {
      ...conversation,
      db,
      reports: (person: Actor, seq: number, id = conversation.id) =>
        markDelivered(conversation.ctx, person, { conversations: { [id]: seq } }),
      async row() {
        const [row] = await db.read((conn) => findConversation(conn, { id: conversation.id }));
        if (!row) throw new Error('the conversation is gone');
        return row;
      },
      seqsSentTo: async (person: Actor) =>
        (await conversation.eventsTo(person, 'conversation:delivered')).map(({ seq }) => seq),
    };
  }

  test('notify only the sender, as the cursor rises', async () => {
    const { buyer, seller, id, row, reports, seqsSentTo, eventsTo } = await startThree();
    const seenBy = async (person: Actor) => presentConversation(await row(), person.id);
    for (const [seq, at] of [
      [0, 0],
      [2, 2],
      [1, 2],
      [2, 2],
      [99, 3],
      [99, 3],
    ] as const) {
      await reports(seller, seq);
      expect(await seenBy(buyer)).toMatchObject({ deliveredSeq: 3, otherDeliveredSeq: at, otherReadSeq: 0 });
      expect(await seenBy(seller)).toMatchObject({ deliveredSeq: at, otherDeliveredSeq: 3, isRead: false });
    }
    expect(await seqsSentTo(buyer)).toEqual([2, 3]);
    expect(await eventsTo(buyer, 'conversation:delivered')).toContainEqual({
      conversationId: id,
      userId: seller.id,
      seq: 3,
    });
    expect(await seqsSentTo(seller)).toEqual([]);
  });

  test('concurrent reports leave the highest seq', async () => {
    const { seller, row, reports } = await startThree();
    await Promise.all([2, 3, 1, 3, 2].map((seq) => reports(seller, seq)));
    expect((await row()).conversation.sellerDeliveredSeq).toBe(3);
  });

  test('of read or own messages write nothing', async () => {
    const { ctx, buyer, seller, id, row, reports, seqsSentTo } = await startThree();
    await markRead(ctx, seller, { conversationId: id, seq: 2 });
    const before = await row();
    expect(presentConversation(before, buyer.id)).toMatchObject({ otherDeliveredSeq: 2 });
    await reports(seller, 2);
    await reports(buyer, 3);
    expect(await row()).toEqual(before);
    expect(await seqsSentTo(buyer)).toEqual([]);
    expect(await seqsSentTo(seller)).toEqual([]);
  });

  test('leave the place in the inbox unchanged', async () => {
    const { seller, row, reports } = await startThree();
    const { conversation: before } = await row();
    await reports(seller, 3);
    const { conversation: after } = await row();
    expect(after).toEqual({ ...before, sellerDeliveredSeq: 3, changedAt: after.changedAt });
  });

  test('cover several conversations, whichever side the member is on', async () => {
    const { db, ctx, buyer, seller, id, eventsTo } = await startThree();
    const other = await addMember(db, uniqueName('pavel'));
    const about = { sellerId: other.id, listingId: await addListing(db, other.id), isWTB: false };
    const second = (await openConversation(ctx, seller, about)).conversation.id;
    const text = { type: 'text' as const, content: 'Hello' };
    for (const by of [seller, other])
      await sendMessage(ctx, by, { ...text, clientId: crypto.randomUUID(), conversationId: second });
    await markDelivered(ctx, seller, {
      conversations: { [second]: 2, [id]: 3, [crypto.randomUUID()]: 7 },
    });
    expect(await eventsTo(buyer, 'conversation:delivered')).toMatchObject([{ conversationId: id, seq: 3 }]);
    expect(await eventsTo(other, 'conversation:delivered')).toMatchObject([
      { conversationId: second, seq: 2 },
    ]);
  });

  test('stay hidden during a block', async () => {
    const { db, ctx, buyer, seller, row, reports, seqsSentTo } = await startThree();
    await reports(seller, 1);
    await blockMember(ctx, seller, buyer.id);
    await reports(seller, 2);
    expect(presentConversation(await row(), buyer.id)).toMatchObject({ otherDeliveredSeq: 0 });
    const { id } = (await row()).conversation;
    const caughtUp = () => db.read((conn) => sync(ctx, conn, buyer, { conversations: { [id]: 3 } }));
    expect((await caughtUp()).conversations).toMatchObject([{ otherDeliveredSeq: 0 }]);
    expect(await seqsSentTo(buyer)).toEqual([1]);
    await unblockMember(ctx, seller, buyer.id);
    expect((await caughtUp()).conversations).toMatchObject([{ otherDeliveredSeq: 2 }]);
    await reports(seller, 3);
    expect(await seqsSentTo(buyer)).toEqual([1, 3]);
  });

  test('of a conversation without messages have no effect', async () => {
    const { db, ctx, buyer, seller, row, reports, seqsSentTo } = await startThree();
    const stranger = await addMember(db, uniqueName('stranger'));
    const before = await row();
    await reports(stranger, 3);
    expect(await row()).toEqual(before);
    const about = { sellerId: seller.id, listingId: await addListing(db, seller.id), isWTB: false };
    const empty = (await openConversation(ctx, buyer, about)).conversation.id;
    for (const person of [buyer, seller, stranger]) {
      await reports(person, 1, empty);
      expect(await seqsSentTo(person)).toEqual([]);
    }
  });
});
