import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { OFFER_ANSWERS } from '@selvedge/shared/deals/offers';
import { eq, sql } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findThread, readThread } from '../../../../server/src/conversations/list-messages.ts';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../../server/src/conversations/send-message.ts';
import { holdListing, releaseListing } from '../../../../server/src/deals/holds/hold-listing.ts';
import {
  endOffersOf,
  messageRemoved,
  wantedChanged,
} from '../../../../server/src/deals/offers/follow-changes.ts';
import { makeOffer } from '../../../../server/src/deals/offers/make-offer.ts';
import { blockMember } from '../../../../server/src/members/blocks/change-block.ts';
import { noPublish } from '../../../../server/src/platform/core/publish.ts';
import { forUpdate, lockTables } from '../../../../server/src/platform/db/locked.ts';
import { addWanted } from '../../../support/people/market.ts';
import { openOffers } from '../../../support/people/offers.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { ALL_FEATURES, settingsWith } from '../../../support/servers/features.ts';
import { following } from '../../../support/servers/following.ts';

const HOUR = 3_600_000;

describeOnBothEngines('an offer', ({ dbForAll }) => {
  const db = dbForAll();
  let world: Awaited<ReturnType<typeof openOffers>>;
  beforeEach(async () => {
    world = await openOffers(db);
  });
  afterEach(() => void vi.useRealTimers());

  const statesIn = async (id: string) => (await world.offersIn(id)).map(({ state }) => state);
  const thread = () =>
    db.read(async (conn) => {
      const found = await findThread(conn, world.seller, world.ids[0]);
      return readThread(world.ctx, conn, world.seller, found, { limit: 60 });
    });

  test('is a message that carries it, to both members', async () => {
    const { buyer, seller, ids, eventsTo } = world;
    const message = await world.offer(buyer, ids[0], 340);
    expect(message).toMatchObject({
      seq: 2,
      content: 'Offered $340, open for 48 hours.',
      offer: { amount: '340.00', state: 'open', by: buyer.id, listingPrice: '365.00' },
    });
    const [, toSeller] = await eventsTo(seller, 'message:new');
    expect(toSeller?.message).toEqual(message);
    expect((await thread()).at(-1)).toEqual(message);
    const lasts = Date.parse(message.offer?.expiresAt ?? '') - Date.parse(message.createdAt);
    expect(Math.abs(lasts - 48 * HOUR)).toBeLessThan(1_000);
  });

  test.each([
    ['on', [...ALL_FEATURES]],
    ['off', ALL_FEATURES.filter((feature) => feature !== 'holds')],
  ] as const)('is the only one accepted, with holds %s', async (_, features) => {
    world = await openOffers(db, settingsWith(...features));
    const { buyer, rival, seller, ids } = world;
    const first = await world.offer(buyer, ids[0], 340);
    await world.offer(rival, ids[1], 350);
    await world.answer(seller, first.offer?.id, 'accept');
    expect(await statesIn(ids[0])).toEqual(['accepted']);
    expect(await statesIn(ids[1])).toEqual(['void']);
    if ((await world.readListing()).holdUntil) await releaseListing(world.ctx, seller, world.listingId);
    const second = await world.offer(rival, ids[1], 355);
    await world.answer(seller, second.offer?.id, 'accept');
    expect(await statesIn(ids[0])).toEqual(['void']);
    expect(await statesIn(ids[1])).toEqual(['void', 'accepted']);
    const changed = (await world.eventsTo(buyer, 'message:changed')).at(-1)?.message;
    expect(changed).toMatchObject({ id: first.id, offer: { state: 'void' } });
  });

  test('that loses a race to be accepted is void', async () => {
    world = await openOffers(db, settingsWith('offers'));
    const { buyer, rival, seller, ids } = world;
    const both = [await world.offer(buyer, ids[0], 340), await world.offer(rival, ids[1], 350)];
    await Promise.allSettled(both.map(({ offer }) => world.answer(seller, offer?.id, 'accept')));
    expect([...(await statesIn(ids[0])), ...(await statesIn(ids[1]))].sort()).toEqual(['accepted', 'void']);
  });

  test("that is accepted never shortens its buyer's hold", async () => {
    const { buyer, seller, ids } = world;
    await holdListing(world.ctx, seller, world.listingId, { conversationId: ids[0], hours: 72 });
    const { holdUntil } = await world.readListing();
    const { offer } = await world.offer(buyer, ids[0], 340);
    await world.answer(seller, offer?.id, 'accept');
    expect((await world.readListing()).holdUntil).toEqual(holdUntil);
    await holdListing(world.ctx, seller, world.listingId, { conversationId: ids[0], hours: 24 });
    const next = await world.offer(buyer, ids[0], 345);
    await world.answer(seller, next.offer?.id, 'accept');
    expect(Number((await world.readListing()).holdUntil)).toBeGreaterThan(Date.now() + 47 * HOUR);
  });

  test('expires on time, before any job runs', async () => {
    const { buyer, seller, rival, ids } = world;
    const late = () => vi.setSystemTime(Date.now() + 49 * HOUR);
    vi.useFakeTimers({ toFake: ['Date'] });
    const { offer } = await world.offer(buyer, ids[0], 340);
    await world.answer(seller, offer?.id, 'decline');
    await world.offer(buyer, ids[0], 341);
    await world.offer(seller, ids[0], 350);
    late();
    // Would be a counter, and a withdrawal.
    expect((await world.offer(buyer, ids[0], 342)).content).toMatch(/^Offered/);
    late();
    await world.offer(buyer, ids[0], 343);
    await world.offer(rival, ids[1], 300);
    late();
    await world.price(310);
    expect(await statesIn(ids[0])).toEqual(['declined', 'countered', 'expired', 'expired', 'expired']);
    expect(await statesIn(ids[1])).toEqual(['expired']);
  });

  test('reserves the client ids of its answers', async () => {
    const { buyer, seller, ids, eventsTo } = world;
    const { offer } = await world.offer(buyer, ids[0], 340);
    for (const guess of OFFER_ANSWERS) {
      const clientId = uuidv5(guess, offer?.id ?? '');
      await sendMessage(world.ctx, seller, {
        ...{ clientId, conversationId: ids[0], type: 'text', content: 'Hm' },
      });
    }
    await world.answer(seller, offer?.id, 'accept');
    await world.answer(seller, offer?.id, 'accept');
    const sent = (await eventsTo(buyer, 'message:new')).map(({ message }) => message.content);
    expect(sent.filter((content) => content.startsWith('Accepted'))).toEqual(['Accepted the offer of $340.']);
  });

  test('that is accepted puts the listing on hold', async () => {
    const { buyer, rival, seller, ids, eventsTo } = world;
    const { offer } = await world.offer(buyer, ids[0], 340);
    await world.offer(rival, ids[1], 350);
    const accepted = await world.answer(seller, offer?.id, 'accept');
    expect(accepted.offer?.state).toBe('accepted');
    const { holdConversationId, holdUntil } = await world.readListing();
    expect(holdConversationId).toBe(ids[0]);
    expect(Math.abs(Number(holdUntil) - Date.now() - 48 * HOUR)).toBeLessThan(5_000);
    expect(await statesIn(ids[1])).toEqual(['void']);
    const [changed] = await eventsTo(buyer, 'message:changed');
    expect(changed?.message.offer).toMatchObject({ id: offer?.id, state: 'accepted' });
    expect((await eventsTo(buyer, 'message:new')).at(-1)?.message).toMatchObject({
      content: 'Accepted the offer of $340.',
      senderId: seller.id,
    });
    const [voided] = await eventsTo(rival, 'message:changed');
    expect(voided?.message.offer?.state).toBe('void');
    await expect(world.offer(rival, ids[1], 365)).rejects.toThrow('This item is on hold for someone else.');
  });

  test('is countered by the owner', async () => {
    const { buyer, seller, ids } = world;
    await world.offer(buyer, ids[0], 300);
    await world.offer(buyer, ids[0], 310);
    const counter = await world.offer(seller, ids[0], 350);
    expect(counter.content).toBe('Countered with $350, open for 48 hours.');
    expect(await statesIn(ids[0])).toEqual(['withdrawn', 'countered', 'open']);
    expect((await world.answer(buyer, counter.offer?.id, 'accept')).offer?.state).toBe('accepted');
    expect((await world.readListing()).holdConversationId).toBe(ids[0]);
  });

  test('is withdrawn by its maker only', async () => {
    const { buyer, seller, rival, ids } = world;
    const { offer } = await world.offer(buyer, ids[0], 300);
    await expect(world.answer(buyer, offer?.id, 'accept')).rejects.toThrow('This is your own offer.');
    await expect(world.answer(seller, offer?.id, 'withdraw')).rejects.toThrow('This is not your offer.');
    for (const answer of ['accept', 'decline', 'withdraw'] as const) {
      await expect(world.answer(rival, offer?.id, answer)).rejects.toMatchObject({ code: 'not_found' });
    }
    await world.answer(seller, offer?.id, 'decline');
    await expect(world.answer(seller, offer?.id, 'accept')).rejects.toThrow('This offer was declined.');
    const next = await world.offer(buyer, ids[0], 310);
    await world.answer(buyer, next.offer?.id, 'withdraw');
    expect(await statesIn(ids[0])).toEqual(['declined', 'withdrawn']);
    expect((await thread()).slice(-3).map(({ content }) => content)).toEqual([
      'Declined the offer of $300.',
      'Offered $310, open for 48 hours.',
      'Withdrew the offer of $310.',
    ]);
  });

  test('made twice is stored once', async () => {
    const { buyer, seller, ids } = world;
    const clientId = randomUUID();
    const [one, other] = await Promise.all([
      world.offer(buyer, ids[0], 340, { clientId }),
      world.offer(buyer, ids[0], 340, { clientId }),
    ]);
    expect(other).toEqual(one);
    const answers = await Promise.all([1, 2, 3].map(() => world.answer(seller, one.offer?.id, 'accept')));
    expect(new Set(answers.map(({ offer }) => offer?.state))).toEqual(new Set(['accepted']));
    expect((await thread()).map(({ content }) => content)).toEqual([
      'Hello',
      'Offered $340, open for 48 hours.',
      'Accepted the offer of $340.',
    ]);
  });

  test('is refused above the price of the listing', async () => {
    const { buyer, seller, ids } = world;
    await expect(world.offer(buyer, ids[0], 366)).rejects.toThrow('You can offer up to $365.');
    await expect(world.offer(buyer, ids[0], 300, { price: 400 })).rejects.toThrow(
      'The price has changed to $365. Look again.',
    );
    await expect(world.offer(seller, ids[0], 300)).rejects.toThrow('There is no open offer to counter.');
    for (let n = 0; n < 5; n++) await world.offer(buyer, ids[0], 300 + n);
    await expect(world.offer(buyer, ids[0], 310)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(world.offer(seller, ids[0], 310)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await statesIn(ids[0])).toEqual([...Array(4).fill('withdrawn'), 'open']);
  });

  test('is void once the price changes', async () => {
    const { buyer, seller, ids } = world;
    const { offer } = await world.offer(buyer, ids[0], 300);
    await world.price(320);
    expect(await statesIn(ids[0])).toEqual(['void']);
    await expect(world.answer(seller, offer?.id, 'accept', 365)).rejects.toThrow(
      'The price has changed to $320. Look again.',
    );
    await expect(world.answer(seller, offer?.id, 'accept', 320)).rejects.toThrow('no longer valid');
  });

  test.each(['sell', 'remove'] as const)('ends with its hold when the seller acts: %s', async (action) => {
    const { buyer, rival, seller, ids } = world;
    const { offer } = await world.offer(buyer, ids[0], 300);
    await world.answer(seller, offer?.id, 'accept');
    await world.offer(buyer, ids[0], 310);
    await world[action]();
    expect((await world.readListing()).holdConversationId).toBeNull();
    expect(await statesIn(ids[0])).toEqual(['accepted', 'void']);
    await expect(world.offer(rival, ids[1], 310)).rejects.toThrow('no longer available');
  });

  test('expires after 48 hours', async () => {
    const { buyer, seller, rival, ids } = world;
    vi.useFakeTimers({ toFake: ['Date'] });
    const { offer } = await world.offer(buyer, ids[0], 300);
    vi.setSystemTime(Date.now() + 47 * HOUR);
    await world.expire();
    expect(await statesIn(ids[0])).toEqual(['open']);
    const fresh = await world.offer(rival, ids[1], 300);
    vi.setSystemTime(Date.now() + HOUR);
    // Also before the job has run.
    await expect(world.answer(seller, offer?.id, 'accept')).rejects.toThrow('This offer has expired.');
    await world.expire();
    expect(await statesIn(ids[0])).toEqual(['expired']);
    await world.answer(seller, fresh.offer?.id, 'accept');
    vi.setSystemTime(Date.now() + 47 * HOUR);
    await world.expire();
    expect((await world.readListing()).holdConversationId).toBe(ids[1]);
    vi.setSystemTime(Date.now() + HOUR);
    await world.expire();
    expect((await world.readListing()).holdConversationId).toBeNull();
  });

  test('ends when one member blocks the other', async () => {
    const { ctx, buyer, seller, rival, ids } = world;
    const { offer } = await world.offer(buyer, ids[0], 300);
    await world.answer(seller, offer?.id, 'accept');
    await world.offer(buyer, ids[0], 310);
    await world.block(seller, rival);
    expect(await statesIn(ids[0])).toEqual(['accepted', 'open']);
    await world.block(buyer, seller);
    expect(await statesIn(ids[0])).toEqual(['accepted', 'void']);
    expect((await world.readListing()).holdConversationId).toBeNull();
    const message = await world.offer(rival, ids[1], 320);
    await db.transact((tx) => messageRemoved(ctx, tx, message.id));
    expect(await statesIn(ids[1])).toEqual(['void']);
  });

  test('made at the moment of a block is void', async () => {
    const { ctx, buyer, seller, ids } = world;
    const { promise: stored, resolve: store } = Promise.withResolvers<void>();
    // Until then, the message of the offer waits, after the offer has read that nobody is blocked.
    const holding = db.transact(async (tx) => {
      await lockTables(tx, sql`messages`);
      await stored;
    });
    const offering = world.offer(buyer, ids[0], 300, { price: 365 });
    const isLocked = () =>
      db.transact(async ({ q, t: { conversations: c } }) => {
        const free = forUpdate(q.select().from(c).where(eq(c.id, ids[0])), { skipLocked: true });
        return (await free).length === 0;
      });
    // On SQLite, whose only writer waits, the block comes after the offer anyway.
    if (db.dialect === 'postgres') await expect.poll(isLocked).toBe(true);
    const blockingDb = following(db, {
      'members separated': (tx, { one, other }) => endOffersOf(ctx, tx, one, other),
    });
    const blocking = blockMember({ db: blockingDb, publish: noPublish }, seller, buyer.id);
    await setTimeout(500);
    store();
    await Promise.all([holding, offering, blocking]);
    expect(await statesIn(ids[0])).toEqual(['void']);
  });

  test("for a WTB comes from the item's owner", async () => {
    const { ctx, buyer, seller } = world;
    const wantedId = await addWanted(db, buyer.id);
    const about = { sellerId: buyer.id, wtbListingId: wantedId, isWTB: true };
    const { conversation } = await openConversation(ctx, seller, about);
    const make = (actor: typeof buyer, dollars: number) =>
      makeOffer(ctx, actor, {
        conversationId: conversation.id,
        clientId: randomUUID(),
        amount: dollars * 100,
      });
    await expect(make(buyer, 100)).rejects.toMatchObject({ code: 'not_found' });
    const message = await make(seller, 9_999);
    expect(message.offer).toMatchObject({ amount: '9999.00', listingPrice: null });
    await make(buyer, 10_500);
    expect(await statesIn(conversation.id)).toEqual(['countered', 'open']);
    await db.transact(async (tx) => {
      await tx.q.update(tx.t.wanted).set({ isFulfilled: true }).returning({ id: tx.t.wanted.id });
      await wantedChanged(ctx, tx, wantedId);
    });
    expect(await statesIn(conversation.id)).toEqual(['countered', 'void']);
  });

  test('answered by fifty at once has one outcome', async () => {
    const { buyer, seller, rival, ids } = world;
    const one = await world.offer(buyer, ids[0], 340);
    const other = await world.offer(rival, ids[1], 350);
    const acts = [
      () => world.answer(seller, one.offer?.id, 'accept'),
      () => world.answer(seller, other.offer?.id, 'accept'),
      () => world.answer(buyer, one.offer?.id, 'withdraw'),
      () => world.answer(seller, one.offer?.id, 'decline'),
      () => world.price(330),
    ];
    await Promise.allSettled(Array.from({ length: 50 }, (_, n) => acts[(n * 7) % acts.length]?.()));
    const states = [...(await statesIn(ids[0])), ...(await statesIn(ids[1]))];
    const { holdConversationId, priceCents } = await world.readListing();
    expect(priceCents).toBe(33_000);
    expect(states).not.toContain('open');
    expect(states.filter((state) => state === 'accepted').length).toBe(holdConversationId === null ? 0 : 1);
  });
});
