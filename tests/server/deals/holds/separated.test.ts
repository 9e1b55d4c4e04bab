import { beforeEach, expect, test } from 'vitest';
import { endSeparatedHolds } from '../../../../server/src/deals/holds/expire-holds.ts';
import { holdListing, releaseListing } from '../../../../server/src/deals/holds/hold-listing.ts';
import { joinLine, readLine } from '../../../../server/src/deals/holds/line.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { addListing } from '../../../support/people/market.ts';
import { openOffers } from '../../../support/people/offers.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const HOUR = 3_600_000;

describeOnBothEngines('holds and lines', ({ dbForAll }) => {
  const db = dbForAll();
  let world: Awaited<ReturnType<typeof openOffers>>;
  beforeEach(async () => {
    world = await openOffers(db);
  });

  const hold = () =>
    holdListing(world.ctx, world.seller, world.listingId, { conversationId: world.ids[0], hours: 24 });
  const join = (actor: Actor, id = world.listingId) => joinLine(world.ctx, actor, id);
  const lineOf = async (owner: Actor, id: string) =>
    (await readLine(world.ctx, owner, id)).people?.map(({ person }) => person.id);

  /** What the operator's tool changes; the product's job finds it later. */
  const suspend = ({ id, username }: Actor, until: Date | null = new Date(Date.now() + HOUR)) =>
    db.transact(({ q, t }) => {
      const at = new Date();
      const account = { id, email: `${username}@example.com`, promisedUsername: username, userMetadata: {} };
      return q
        .insert(t.authUsers)
        .values({ ...account, bannedUntil: until, createdAt: at, updatedAt: at })
        .onConflictDoUpdate({ target: t.authUsers.id, set: { bannedUntil: until } })
        .returning();
    });
  const insertBlock = (blocker: Actor, blocked: Actor) =>
    db.transact(({ q, t }) => {
      const row = { id: crypto.randomUUID(), blockerId: blocker.id, blockedId: blocked.id };
      return q
        .insert(t.blocks)
        .values({ ...row, createdAt: new Date() })
        .returning();
    });

  test('refuse a member whose account is suspended or deleted', async () => {
    const { buyer, seller, ids } = world;
    const refusal = { code: 'conflict', message: 'Their account is suspended.' };
    const { offer } = await world.offer(buyer, ids[0], 340);
    await suspend(buyer);
    await expect(hold()).rejects.toMatchObject(refusal);
    await expect(world.answer(seller, offer?.id, 'accept')).rejects.toMatchObject(refusal);
    expect((await world.offersIn(ids[0])).map(({ state }) => state)).toEqual(['open']);
    expect((await world.readListing()).holdUntil).toBeNull();
    await suspend(buyer, null);
    await hold();
    await releaseListing(world.ctx, seller, world.listingId);
    await updateRows(db, 'users', { username: '', usernameKey: buyer.id }, { id: buyer.id });
    await expect(hold()).rejects.toMatchObject({ message: 'They have deleted their account.' });
  });

  test('lose only the places that a block separates', async () => {
    const { rival, seller, ids } = world;
    const third = await world.join('third');
    const blocker = await world.join('blocker');
    await hold();
    const held = { holdConversationId: ids[0], holdUntil: new Date(Date.now() + HOUR) };
    const elsewhere = await addListing(db, rival.id, held);
    for (const one of [rival, third, blocker]) await join(one);
    for (const one of [seller, third]) await join(one, elsewhere);
    await world.block(seller, rival);
    await world.block(blocker, seller);
    expect(await lineOf(seller, world.listingId)).toEqual([third.id]);
    expect(await lineOf(rival, elsewhere)).toEqual([third.id]);
    expect((await world.readListing()).holdConversationId).toBe(ids[0]);
  });

  test('lose the places that a concurrent block left', async () => {
    const { rival, seller } = world;
    const third = await world.join('third');
    const fourth = await world.join('fourth');
    await hold();
    for (const one of [rival, third, fourth]) await join(one);
    await insertBlock(seller, rival);
    await suspend(third);
    await endSeparatedHolds(world.ctx);
    expect(await lineOf(seller, world.listingId)).toEqual([fourth.id]);
  });
});
