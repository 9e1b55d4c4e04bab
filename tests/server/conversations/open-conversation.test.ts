import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { discardEmpty } from '../../../server/src/conversations/discard-empty.ts';
import { listConversations } from '../../../server/src/conversations/list-conversations.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { AppError } from '../../../server/src/platform/core/errors.ts';
import { noPublish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { addListing, addMember, addWanted } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const inbox = async (db: Database, memberId: string) => {
  const { rows } = await db.read((conn) => listConversations(conn, memberId, { limit: 60, from: null }));
  return rows.map((row) => row.conversation.id);
};

describeOnBothEngines('opening a conversation', ({ openDb }) => {
  async function setUp() {
    const db = await openDb();
    const ctx = createBareCtx(db, noPublish);
    const [seller, buyer] = [await addMember(db, 'marlow'), await addMember(db, 'odile')];
    return { db, ctx, seller, buyer };
  }

  test('ten concurrent requests get one conversation', {
    tags: ['one-conversation'],
  }, async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const about = { sellerId: seller.id, listingId: await addListing(db, seller.id), isWTB: false };
    const opened = await Promise.all(Array.from({ length: 10 }, () => openConversation(ctx, buyer, about)));
    expect(new Set(opened.map(({ conversation }) => conversation.id)).size).toBe(1);
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  test('makes the member who has the item the seller', async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const listing = { sellerId: seller.id, listingId: await addListing(db, seller.id), isWTB: false };
    const bought = await openConversation(ctx, buyer, listing);
    expect(bought.conversation).toMatchObject({ buyerId: buyer.id, sellerId: seller.id, isWTB: false });
    const wanted = { sellerId: buyer.id, wtbListingId: await addWanted(db, buyer.id), isWTB: true };
    const sold = await openConversation(ctx, seller, wanted);
    expect(sold.conversation).toMatchObject({ buyerId: buyer.id, sellerId: seller.id, isWTB: true });
  });

  test('with oneself is refused', { tags: ['one-conversation'] }, async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const listingId = await addListing(db, seller.id);
    for (const otherId of [seller.id, buyer.id]) {
      await expect(
        openConversation(ctx, seller, { sellerId: otherId, listingId, isWTB: false }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'You cannot start a conversation with yourself',
      });
    }
  });

  test('about an item of a third member is refused', async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const third = await addMember(db, 'third');
    const listing = { sellerId: third.id, listingId: await addListing(db, seller.id), isWTB: false };
    await expect(openConversation(ctx, buyer, listing)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Listing does not belong to the specified user',
    });
    const wanted = { sellerId: third.id, wtbListingId: await addWanted(db, buyer.id), isWTB: true };
    await expect(openConversation(ctx, seller, wanted)).rejects.toMatchObject({
      message: 'WTB listing does not belong to the specified user',
    });
  });

  test('needs an existing item of an existing member', async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const unknown = { sellerId: seller.id, listingId: randomUUID(), isWTB: false };
    await expect(openConversation(ctx, buyer, unknown)).rejects.toMatchObject({
      message: 'Listing not found',
    });
    const unknownSeller = {
      sellerId: randomUUID(),
      listingId: await addListing(db, seller.id),
      isWTB: false,
    };
    await expect(openConversation(ctx, buyer, unknownSeller)).rejects.toMatchObject({
      message: 'Seller not found',
    });
  });

  test('about an item off the market is refused', async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const sold = await addListing(db, seller.id, { isSold: true });
    const removed = await addListing(db, seller.id, { removedAt: new Date() });
    for (const listingId of [sold, removed]) {
      await expect(
        openConversation(ctx, buyer, { sellerId: seller.id, listingId, isWTB: false }),
      ).rejects.toMatchObject({
        code: 'conflict',
        message: 'This listing is no longer available.',
      });
    }
    const wtbListingId = await addWanted(db, buyer.id, true);
    await expect(
      openConversation(ctx, seller, { sellerId: buyer.id, wtbListingId, isWTB: true }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('is limited for new conversations only', {
    tags: ['conversation-limit'],
  }, async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const about = { sellerId: seller.id, listingId: await addListing(db, seller.id), isWTB: false };
    const { conversation } = await openConversation(ctx, buyer, about);
    const take = () => Promise.reject(new AppError('rate_limited', "You're doing that too often."));
    ctx.limits = { ...ctx.limits, take };
    expect(await openConversation(ctx, buyer, about)).toEqual({ conversation, isNew: false });
    const another = { ...about, listingId: await addListing(db, seller.id) };
    await expect(openConversation(ctx, buyer, another)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('about an item that is being removed is refused', async () => {
    const { db, ctx, seller, buyer } = await setUp();
    const listingId = await addListing(db, seller.id);
    const { promise: removed, resolve: remove } = Promise.withResolvers<void>();
    const removing = db.transact(async ({ q, t }) => {
      await q
        .update(t.listings)
        .set({ removedAt: new Date() })
        .where(eq(t.listings.id, listingId))
        .returning();
      remove();
      // Long enough for a request that does not wait for the lock to finish.
      await setTimeout(200);
    });
    await removed;
    const opening = openConversation(ctx, buyer, { sellerId: seller.id, listingId, isWTB: false });
    await expect(opening).rejects.toMatchObject({ code: 'conflict' });
    await removing;
  });

  test('shows it to its recipient after the first message', async () => {
    const db = await openDb();
    const { buyer, seller, id, send } = await storeConversation(db);
    expect(await inbox(db, buyer.id)).toEqual([id]);
    expect(await inbox(db, seller.id)).toEqual([]);
    await send(buyer, 'Hello');
    expect(await inbox(db, seller.id)).toEqual([id]);
  });

  test('can be undone only while the conversation is empty', async () => {
    const db = await openDb();
    const { ctx, buyer, id, send, about } = await storeConversation(db);
    await discardEmpty(ctx, buyer, id);
    expect(await inbox(db, buyer.id)).toEqual([]);
    await expect(send(buyer, 'Hello')).rejects.toMatchObject({ code: 'not_found' });

    const again = await openConversation(ctx, buyer, about);
    const message = { conversationId: again.conversation.id, type: 'text' as const, content: 'Hello' };
    await sendMessage(ctx, buyer, { ...message, clientId: randomUUID() });
    await expect(discardEmpty(ctx, buyer, again.conversation.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
