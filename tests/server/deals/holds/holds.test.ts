import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { presentConversation } from '../../../../server/src/conversations/present.ts';
import { findConversation, messagesAfter } from '../../../../server/src/conversations/queries.ts';
import { expireHolds } from '../../../../server/src/deals/holds/expire-holds.ts';
import { endHoldsBetween, endHoldsOf } from '../../../../server/src/deals/holds/follow-changes.ts';
import { holdListing, releaseListing } from '../../../../server/src/deals/holds/hold-listing.ts';
import { joinLine, leaveLine, readLine } from '../../../../server/src/deals/holds/line.ts';
import { blockMember } from '../../../../server/src/members/blocks/change-block.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { noPublish } from '../../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { insertRows } from '../../../support/data/rows.ts';
import { addListing } from '../../../support/people/market.ts';
import { openOffers } from '../../../support/people/offers.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { endedOrWaiting } from '../../../support/servers/ended-or-waiting.ts';
import { following } from '../../../support/servers/following.ts';

const HOUR = 3_600_000;

describeOnBothEngines('a listing', ({ dbForAll }) => {
  const db = dbForAll();
  let world: Awaited<ReturnType<typeof openOffers>>;
  beforeEach(async () => {
    world = await openOffers(db);
  });
  afterEach(() => void vi.useRealTimers());

  const hold = (conversationId: string, hours: 24 | 48 | 72 = 48, actor: Actor = world.seller) =>
    holdListing(world.ctx, actor, world.listingId, { conversationId, hours });
  const release = (actor: Actor) => releaseListing(world.ctx, actor, world.listingId);
  const join = (actor: Actor) => joinLine(world.ctx, actor, world.listingId);
  const heldIn = async () => (await world.readListing()).holdConversationId;
  const lineOf = async () =>
    (await readLine(world.ctx, world.seller, world.listingId)).people?.map(({ person }) => person.id);
  const listingIn = async (id: string, viewer: Actor) => {
    const [row] = await db.read((conn) => findConversation(conn, { id }));
    return row && presentConversation(row, viewer.id).listing;
  };

  test("shows its hold's details only to the two members", async () => {
    const { buyer, rival, ids } = world;
    const listing = await hold(ids[0], 24);
    expect(listing.isOnHold).toBe(true);
    expect(Object.keys(listing).filter((key) => /^(hold|held|isOnHold)/.test(key))).toEqual(['isOnHold']);
    const seen = await listingIn(ids[0], buyer);
    expect(Math.abs(Date.parse(seen?.hold?.until ?? '') - Date.now() - 24 * HOUR)).toBeLessThan(5_000);
    expect(await listingIn(ids[1], rival)).toMatchObject({ isOnHold: true });
    expect(await listingIn(ids[1], rival)).not.toHaveProperty('hold');
    await expect(hold(ids[1])).rejects.toThrow('on hold for someone else');
    await hold(ids[0], 72);
    expect(Number((await world.readListing()).holdUntil)).toBeGreaterThan(Date.now() + 71 * HOUR);
  });

  test('shows every change of its hold in the conversation', async () => {
    const { buyer, seller, rival, ids } = world;
    await world.offer(rival, ids[1], 300);
    const saidIn = async (id: string) =>
      (await db.read((conn) => messagesAfter(conn, { id, after: 0, limit: 50 })))
        .filter((row) => row.hold)
        .map(({ content, hold: of, sender }) => [
          sender.id,
          content.replace(/until .*/, ''),
          of?.until !== null,
        ]);
    await hold(ids[0]);
    await release(buyer);
    await hold(ids[0]);
    await join(rival);
    await hold(ids[1]);
    await expireHolds(world.ctx, new Date(Date.now() + 100 * HOUR));
    expect(await saidIn(ids[0])).toEqual([
      [seller.id, `Held for ${buyer.username} `, true],
      [buyer.id, 'Hold released', false],
      [seller.id, `Held for ${buyer.username} `, true],
      [seller.id, 'Hold released', false],
    ]);
    expect(await saidIn(ids[1])).toEqual([
      [seller.id, `Held for ${rival.username} `, true],
      [seller.id, 'Hold released', false],
    ]);
    const [row] = await db.read((conn) => findConversation(conn, { id: ids[0] }));
    expect(row && presentConversation(row, buyer.id)).toMatchObject({ isRead: false });
  });

  test('is put on hold only by its seller', async () => {
    const { buyer, seller, rival, ids } = world;
    await expect(hold(ids[0], 48, buyer)).rejects.toMatchObject({ code: 'forbidden' });
    const other = await addListing(db, seller.id);
    const elsewhere = holdListing(world.ctx, seller, other, { conversationId: ids[0], hours: 24 });
    await expect(elsewhere).rejects.toMatchObject({ code: 'invalid_input' });
    // Before the rival's first message, the seller does not see their conversation.
    await expect(hold(ids[1])).rejects.toMatchObject({ code: 'invalid_input' });
    await world.offer(rival, ids[1], 300);
    await hold(ids[1]);
    await world.sell();
    await expect(hold(ids[1])).rejects.toThrow('already been sold');
    expect(await heldIn()).toBeNull();
  });

  test("is released only by one of the hold's members", async () => {
    const { buyer, seller, rival, ids } = world;
    for (const actor of [seller, buyer]) {
      await hold(ids[0]);
      await expect(release(rival)).rejects.toMatchObject({ code: 'forbidden' });
      await release(actor);
      expect(await heldIn()).toBeNull();
    }
    await release(seller);
  });

  test('notifies its line once, in order, when released', async () => {
    const { buyer, seller, rival, ids, eventsTo } = world;
    await expect(join(rival)).rejects.toThrow('This item is not on hold.');
    await world.offer(rival, ids[1], 300);
    await hold(ids[0]);
    const [ada, grace, mary] = [await world.join('ada'), await world.join('grace'), await world.join('mary')];
    await expect(join(seller)).rejects.toThrow('This is your own item.');
    await expect(join(buyer)).rejects.toThrow('This item is held for you.');
    for (const person of [ada, rival, grace, mary, rival]) await join(person);
    expect(await lineOf()).toEqual([ada.id, rival.id, grace.id, mary.id]);
    expect(await join(rival)).toMatchObject({ isOnHold: true, place: 2, people: null, hold: null });
    await leaveLine(world.ctx, grace, world.listingId);
    expect(await lineOf()).toEqual([ada.id, rival.id, mary.id]);
    const line = await readLine(world.ctx, seller, world.listingId);
    expect(line.people?.map(({ conversationId }) => conversationId)).toEqual([null, ids[1], null]);

    const told: string[] = [];
    const { publish } = world.ctx;
    const counting = {
      ...world.ctx,
      publish: {
        ...publish,
        toMember: ((to, event, payload) => {
          if (event === 'listing:freed') told.push(to);
          publish.toMember(to, event, payload);
        }) as typeof publish.toMember,
      },
    };
    await releaseListing(counting, buyer, world.listingId);
    expect(told).toEqual([ada.id, rival.id, mary.id]);
    expect(await eventsTo(rival, 'listing:freed')).toMatchObject([{ listing: { id: world.listingId } }]);
    await hold(ids[0]);
    await releaseListing(counting, seller, world.listingId);
    expect(told).toHaveLength(3);
  });

  test('is left by a member whom the seller blocks', async () => {
    const { seller, ids } = world;
    await hold(ids[0]);
    const ada = await world.join('ada');
    await join(ada);
    const blocked = {
      id: crypto.randomUUID(),
      blockerId: seller.id,
      blockedId: ada.id,
      createdAt: new Date(),
    };
    await insertRows(db, 'blocks', blocked);
    await expect(leaveLine(world.ctx, ada, world.listingId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await lineOf()).toEqual([]);
  });

  test('on hold passes to a member of its line', async () => {
    const { buyer, rival, ids, eventsTo } = world;
    await world.offer(rival, ids[1], 300);
    await hold(ids[0]);
    const ada = await world.join('ada');
    await join(ada);
    await join(rival);
    await hold(ids[1], 24);
    expect(await heldIn()).toBe(ids[1]);
    expect(await lineOf()).toEqual([ada.id]);
    expect(await listingIn(ids[0], buyer)).not.toHaveProperty('hold');
    expect(await listingIn(ids[1], rival)).toHaveProperty('hold');
    expect(await eventsTo(rival, 'listing:freed')).toEqual([]);
    await expect(hold(ids[0])).rejects.toThrow('on hold for someone else');
  });

  test('shows no conversation that has not begun', async () => {
    const { rival, ids, seller, listingId } = world;
    await hold(ids[0]);
    await join(rival);
    expect((await readLine(world.ctx, seller, listingId)).people).toMatchObject([{ conversationId: null }]);
  });

  test('sold while on hold notifies no one in line', async () => {
    const { rival, ids, eventsTo } = world;
    await hold(ids[0]);
    await join(rival);
    expect(await world.sell()).not.toHaveProperty('isOnHold');
    expect(await eventsTo(rival, 'listing:freed')).toEqual([]);
    expect(await lineOf()).toEqual([]);
  });

  test('is free again when its hold ends', async () => {
    const { buyer, seller, rival, ids, eventsTo } = world;
    const freed = async () => (await eventsTo(rival, 'listing:freed')).length;
    vi.useFakeTimers({ toFake: ['Date'] });
    await hold(ids[0], 24);
    await join(rival);
    vi.setSystemTime(Date.now() + 23 * HOUR);
    await world.expire();
    expect([await heldIn(), await freed()]).toEqual([ids[0], 0]);
    vi.setSystemTime(Date.now() + HOUR);
    await world.expire();
    expect([await heldIn(), await freed()]).toEqual([null, 1]);
    await hold(ids[0]);
    await join(rival);
    await world.block(buyer, seller);
    expect([await heldIn(), await freed()]).toEqual([null, 2]);
    await hold(ids[0]);
    await join(rival);
    await db.transact((tx) => endHoldsOf(world.ctx, tx, buyer.id));
    expect([await heldIn(), await freed()]).toEqual([null, 3]);
  });

  test('stays on hold when renewed at the end', async () => {
    const { ids } = world;
    vi.useFakeTimers({ toFake: ['Date'] });
    await hold(ids[0], 24);
    vi.setSystemTime(Date.now() + 24 * HOUR);
    const renewing: Database = {
      ...db,
      async transact(work) {
        await hold(ids[0], 72);
        return db.transact(work);
      },
    };
    await expireHolds({ ...world.ctx, db: renewing });
    expect(await heldIn()).toBe(ids[0]);
  });

  test('put on hold during a block is released', { tags: ['hold-ends-on-block'] }, async () => {
    const { ctx, seller, buyer, ids, listingId } = world;
    const blockingDb = following(db, {
      'members separated': (tx, { one, other }) => endHoldsBetween(ctx, tx, one, other),
    });
    let blocking: Promise<void> | undefined;
    const holding = {
      ...ctx,
      db: following(db, {
        async 'listing changed'() {
          // The hold has read that nobody is blocked, and is not committed yet.
          blocking = blockMember({ db: blockingDb, publish: noPublish }, seller, buyer.id);
          // On SQLite, the block comes after the hold anyway.
          if (db.dialect === 'postgres') await endedOrWaiting(db, blocking);
        },
      }),
    };
    await holdListing(holding, seller, listingId, { conversationId: ids[0], hours: 24 });
    await blocking;
    expect(await heldIn()).toBeNull();
  });

  test('put on hold by two requests has one holder', async () => {
    const { rival, ids } = world;
    await world.offer(rival, ids[1], 300);
    for (let n = 0; n < 5; n++) {
      const settled = await Promise.allSettled([hold(ids[0]), hold(ids[1])]);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await release(world.seller);
    }
  });
});
