import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  updateBlockedOfListing,
  updateBlockedOfWanted,
} from '../../../../server/src/conversations/blocked/update-blocked.ts';
import { listConversations } from '../../../../server/src/conversations/list-conversations.ts';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { presentConversation } from '../../../../server/src/conversations/present.ts';
import { blockMember, unblockMember } from '../../../../server/src/members/blocks/change-block.ts';
import { listMessages } from '../../../support/data/list-messages.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { storeConversation } from '../../../support/people/stored-conversation.ts';
import { describeOnBothEngines, describeOnEngines } from '../../../support/servers/database.ts';

describeOnEngines('members in a blocked conversation', ({ openDb }) => {
  test('cannot send messages', async () => {
    const db = await openDb();
    const { ctx, buyer, seller, send, id } = await storeConversation(db);
    const clientId = randomUUID();
    const first = await send(buyer, 'Hello', clientId);
    await blockMember(ctx, seller, buyer.id);
    await expect(send(buyer, 'Still there?')).rejects.toMatchObject({
      code: 'forbidden',
      message: "You can't message this person.",
    });
    await expect(send(seller, 'Go away')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You blocked this person. Unblock them to message them.',
    });
    const anotherId = await addListing(db, seller.id);
    const about = { sellerId: seller.id, listingId: anotherId, isWTB: false };
    await expect(openConversation(ctx, buyer, about)).rejects.toMatchObject({ code: 'forbidden' });

    const page = { limit: 60 };
    for (const person of [buyer, seller]) {
      const messages = await db.read((conn) => listMessages(ctx, conn, person, id, page));
      expect(messages.map(({ content }) => content)).toEqual(['Hello']);
    }
    // A resend after a lost ack still returns the message.
    expect(await send(buyer, 'Hello', clientId)).toEqual(first);

    await unblockMember(ctx, seller, buyer.id);
    expect((await send(buyer, 'Thank you')).seq).toBe(2);
  });

  test('see in the inbox who blocked whom', async () => {
    const db = await openDb();
    const { ctx, buyer, seller, send } = await storeConversation(db);
    await send(buyer, 'Hello');
    const blockFor = async ({ id }: { id: string }) => {
      const { rows } = await db.read((conn) => listConversations(conn, id, { limit: 10, from: null }));
      return rows.map((row) => presentConversation(row, id).block);
    };
    expect(await blockFor(buyer)).toEqual([null]);
    await blockMember(ctx, seller, buyer.id);
    expect([await blockFor(buyer), await blockFor(seller)]).toEqual([['theirs'], ['mine']]);
    await blockMember(ctx, buyer, seller.id);
    expect([await blockFor(buyer), await blockFor(seller)]).toEqual([['mine'], ['mine']]);
  });
});

describeOnBothEngines('members in a blocked conversation', ({ openDb }) => {
  test('receive changes of the hidden item through the conversation', async () => {
    const db = await openDb();
    const { ctx, buyer, seller, listingId, send, eventsTo } = await storeConversation(db);
    await send(buyer, 'Hello');
    const sell = () =>
      db.transact(async (tx) => {
        await tx.q
          .update(tx.t.listings)
          .set({ isSold: true })
          .where(eq(tx.t.listings.id, listingId))
          .returning({ id: tx.t.listings.id });
        await updateBlockedOfListing(ctx, tx, listingId);
      });
    await sell();
    expect(await eventsTo(buyer, 'conversation:changed')).toEqual([]);
    await blockMember(ctx, buyer, seller.id);
    await sell();
    expect(await eventsTo(buyer, 'conversation:changed')).toMatchObject([
      { conversation: { listing: { isSold: true }, block: 'mine' } },
    ]);
    expect(await eventsTo(seller, 'conversation:changed')).toEqual([]);
  });

  test('receive changes of a hidden WTB through the conversation', async () => {
    const db = await openDb();
    const { ctx, buyer, seller, eventsTo } = await storeConversation(db);
    const wtbListingId = await addWanted(db, buyer.id);
    const about = { sellerId: buyer.id, wtbListingId, isWTB: true };
    const { id } = (await openConversation(ctx, seller, about)).conversation;
    await blockMember(ctx, buyer, seller.id);
    await db.transact((tx) => updateBlockedOfWanted(ctx, tx, wtbListingId));
    const changes = await eventsTo(seller, 'conversation:changed');
    expect(changes).toMatchObject([{ conversation: { id, block: 'theirs' } }]);
  });
});
