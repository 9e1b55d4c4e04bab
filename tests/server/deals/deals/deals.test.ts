import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findThread, readThread } from '../../../../server/src/conversations/list-messages.ts';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../../server/src/conversations/send-message.ts';
import { answerDeal } from '../../../../server/src/deals/deals/answer-deal.ts';
import { endProposedOf, expireProposed } from '../../../../server/src/deals/deals/end-proposed.ts';
import { listDeals } from '../../../../server/src/deals/deals/list-deals.ts';
import { nameOther } from '../../../../server/src/deals/deals/name-other.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Ctx } from '../../../../server/src/platform/core/ctx.ts';
import { TOP } from '../../../../server/src/platform/core/paging.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { addWanted } from '../../../support/people/market.ts';
import { openOffers } from '../../../support/people/offers.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const DAY = 24 * 3_600_000;

describeOnBothEngines('a deal', ({ openDb }) => {
  let db: Database;
  let world: Awaited<ReturnType<typeof openOffers>>;
  let ctx: Ctx;
  beforeEach(async () => {
    db = await openDb();
    world = await openOffers(db);
    ctx = world.ctx;
    // The rival, too, has written to the seller.
    await world.offer(world.rival, world.ids[1], 300);
  });
  afterEach(() => void vi.useRealTimers());

  const name = (conversationId: string | null, actor = world.seller) =>
    nameOther(ctx, actor, { listingId: world.listingId, wantedId: null }, conversationId);
  const answer = (actor: Actor, dealId: string | undefined, isYes: boolean) =>
    answerDeal(ctx, actor, { dealId: dealId ?? '', isYes });
  const dealsOf = (actor: Actor) => db.read((conn) => listDeals(conn, actor, { ...TOP, limit: 10 }));
  const stored = () => readRows(db, 'deals');
  const textsIn = async (id: string) =>
    db.read(async (conn) => {
      const thread = await findThread(conn, world.seller, id);
      const rows = await readThread(ctx, conn, world.seller, thread, { limit: 60 });
      return rows.map(({ content, deal }) => (deal ? `${content} (${deal.state})` : content));
    });

  test('is made once both members say so', async () => {
    const { buyer, seller, ids, eventsTo } = world;
    await expect(name(ids[0])).rejects.toThrow('Mark it as sold or found first.');
    await world.sell();
    const proposal = await name(ids[0]);
    expect(proposal).toMatchObject({ content: 'Did you buy this?', deal: { state: 'proposed' } });
    expect(Date.parse(proposal?.deal?.expiresAt ?? '') - Date.now()).toBeGreaterThan(13.9 * DAY);
    expect(await dealsOf(buyer)).toEqual([]);
    await answer(buyer, proposal?.deal?.id, true);
    const [changed] = await eventsTo(buyer, 'message:changed');
    expect(changed?.message.deal).toEqual({ id: proposal?.deal?.id, state: 'made', expiresAt: null });
    const [ofBuyer] = await dealsOf(buyer);
    expect(ofBuyer).toMatchObject({
      conversationId: ids[0],
      title: 'Type II trucker, sashiko lining',
      other: { username: seller.username },
      isBuyer: true,
    });
    expect(await dealsOf(seller)).toMatchObject([{ other: { username: buyer.username }, isBuyer: false }]);
    expect((await textsIn(ids[0])).slice(-2)).toEqual(['Did you buy this? (made)', 'Yes, I bought it.']);
    // Ids may have the digits of the price, too.
    expect(JSON.stringify(await stored())).not.toMatch(/(?<![\w-])365(00)?(?![\w-])|cents|amount|price/i);
    await world.remove();
    expect(await dealsOf(buyer)).toEqual([ofBuyer]);
  });

  test('is not made without a yes', async () => {
    const { buyer, rival, ids } = world;
    await world.sell();
    vi.useFakeTimers({ toFake: ['Date'] });
    const ends = {
      no: async (id?: string) => answer(buyer, id, false),
      else: async () => void (await name(null)),
      time: async () => {
        vi.setSystemTime(Date.now() + 14 * DAY);
        await expireProposed(ctx);
      },
      block: () => db.transact((tx) => endProposedOf(ctx, tx, buyer.id, world.seller.id)),
    };
    for (const end of Object.values(ends)) {
      const proposal = await name(ids[0]);
      await end(proposal?.deal?.id);
      expect(await stored()).toEqual([]);
      await expect(answer(buyer, proposal?.deal?.id, true)).rejects.toThrow('no longer open');
      expect((await textsIn(ids[0])).at(-1)).toBe('Did you buy this?');
    }
    const first = await name(ids[0]);
    const second = await name(ids[1]);
    await expect(answer(buyer, first?.deal?.id, true)).rejects.toThrow('no longer open');
    await answer(rival, second?.deal?.id, true);
    expect(await dealsOf(rival)).toHaveLength(1);
    await expect(name(ids[0])).rejects.toThrow('They have already confirmed this deal.');
    await expect(name(null)).rejects.toThrow('They have already confirmed this deal.');
  });

  test('cannot be made after 14 days without an answer', async () => {
    await world.sell();
    vi.useFakeTimers({ toFake: ['Date'] });
    const proposal = await name(world.ids[0]);
    vi.setSystemTime(Date.now() + 14 * DAY);
    await expect(answer(world.buyer, proposal?.deal?.id, true)).rejects.toThrow('no longer open');
  });

  test('is answered by the named member only', async () => {
    const { buyer, seller, rival, ids } = world;
    await world.sell();
    await expect(name(ids[0], buyer)).rejects.toMatchObject({ code: 'forbidden' });
    const elsewhere = await addWanted(db, buyer.id);
    const about = { sellerId: buyer.id, wtbListingId: elsewhere, isWTB: true };
    const { conversation } = await openConversation(ctx, seller, about);
    await expect(name(conversation.id)).rejects.toMatchObject({ code: 'invalid_input' });
    const proposal = await name(ids[0]);
    for (const actor of [seller, rival]) {
      await expect(answer(actor, proposal?.deal?.id, true)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('confirmed by many requests at once is made once', async () => {
    const { buyer, ids } = world;
    await world.sell();
    const proposal = await Promise.all([1, 2, 3].map(() => name(ids[0])));
    expect(new Set(proposal.map((message) => message?.id)).size).toBe(1);
    await Promise.all([1, 2, 3].map(() => answer(buyer, proposal[0]?.deal?.id, true)));
    expect(await dealsOf(buyer)).toHaveLength(1);
    expect((await textsIn(ids[0])).slice(-2)).toEqual(['Did you buy this? (made)', 'Yes, I bought it.']);
  });

  test('about a found WTB is confirmed by its finder', async () => {
    const { buyer, seller } = world;
    const wantedId = await addWanted(db, buyer.id, true);
    await updateRows(db, 'wanted', { isFulfilled: false });
    const about = { sellerId: buyer.id, wtbListingId: wantedId, isWTB: true };
    const { conversation } = await openConversation(ctx, seller, about);
    await sendMessage(ctx, seller, {
      clientId: crypto.randomUUID(),
      conversationId: conversation.id,
      type: 'text',
      content: 'I have one.',
    });
    await updateRows(db, 'wanted', { isFulfilled: true });
    const proposal = await nameOther(ctx, buyer, { listingId: null, wantedId }, conversation.id);
    expect(proposal?.content).toBe('Did you find this for me?');
    await answer(seller, proposal?.deal?.id, true);
    expect(await dealsOf(seller)).toMatchObject([{ isBuyer: false, image: null }]);
  });
});
