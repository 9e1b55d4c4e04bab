import { randomUUID } from 'node:crypto';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import { expect, test } from 'vitest';
import { holdListing, releaseListing } from '../../../server/src/deals/holds/hold-listing.ts';
import { joinLine } from '../../../server/src/deals/holds/line.ts';
import { notifyFreed } from '../../../server/src/deals/holds/notify-freed.ts';
import { answerOffer } from '../../../server/src/deals/offers/answer-offer.ts';
import { makeOffer } from '../../../server/src/deals/offers/make-offer.ts';
import { createListingNotifier } from '../../../server/src/notifications/notify-of-listing.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { addPerson } from '../../support/people/market.ts';
import { addSession, startNotifiedConversation } from '../../support/people/notified-conversation.ts';
import { describeOnEngines } from '../../support/servers/database.ts';
import { ALL_FEATURES, settingsWith } from '../../support/servers/features.ts';

const ITEM = 'Type II trucker, sashiko lining';
const PRICE = 36_500;

describeOnEngines('members who are away', ({ openDb }) => {
  async function open(currency = 'USD') {
    const settings = { ...settingsWith(...ALL_FEATURES), currency };
    const world = await startNotifiedConversation(await openDb());
    world.ctx.settings = { ...world.ctx.settings, current: () => settings, currency: () => currency };
    const { ctx, id, listingId } = world;
    const notify = createListingNotifier(ctx);
    return {
      ...world,
      make: async (by: Actor, cents: number) => {
        const input = { conversationId: id, clientId: randomUUID(), amount: cents, listingPrice: PRICE };
        return (await makeOffer(ctx, by, input)).offer?.id ?? '';
      },
      answer: (by: Actor, offerId: string, verb: OfferAnswer) =>
        answerOffer(ctx, by, { offerId, answer: verb, listingPrice: PRICE }),
      hold: () => holdListing(ctx, world.seller, listingId, { conversationId: id, hours: 24 }),
      release: () => releaseListing(ctx, world.seller, listingId),
      notifyFreed: () => notifyFreed(world.db, notify),
    };
  }

  test("receive an offer in the instance's currency", async () => {
    const { buyer, seller, subscribe, settled, peer, make } = await open('EUR');
    await subscribe(seller, '/seller');
    await make(buyer, 30_000);
    await settled(1);
    expect(peer.received.map(({ push }) => push.title)).toEqual([`odile offers €300 for ${ITEM}`]);
  });

  test('receive an offer in plain words', async () => {
    const { buyer, seller, id, send, subscribe, settled, peer, make, answer } = await open();
    await subscribe(seller, '/seller');
    await subscribe(buyer, '/buyer');
    const first = await make(buyer, 30_000);
    await settled(1);
    await answer(seller, first, 'decline');
    await settled(2);
    const second = await make(buyer, 31_050);
    await settled(3);
    await answer(buyer, second, 'withdraw');
    await settled(4);
    const third = await make(buyer, 32_000);
    await settled(5);
    const counter = await make(seller, 34_000);
    await settled(6);
    await answer(buyer, counter, 'accept');
    await settled(7);
    await send(buyer, 'When can we meet?');
    await settled(8);
    expect(third).not.toBe(second);
    expect(peer.received.map(({ path, push }) => `${path} ${push.title}`)).toEqual([
      `/seller odile offers $300 for ${ITEM}`,
      `/buyer marlow declined your offer of $300 for ${ITEM}`,
      `/seller odile offers $310.50 for ${ITEM}`,
      `/seller odile withdrew the offer of $310.50 for ${ITEM}`,
      `/seller odile offers $320 for ${ITEM}`,
      `/buyer marlow offers $340 for ${ITEM}`,
      `/seller odile accepted your offer of $340 for ${ITEM}`,
      '/seller odile',
    ]);
    expect(peer.received[0]?.push).toMatchObject({ conversationId: id, body: 'Open the conversation' });
  });

  test('are pushed a typed acceptance like any message', { tags: ['system-messages'] }, async () => {
    const { buyer, seller, send, subscribe, settled, peer, make, answer } = await open();
    await answer(seller, await make(buyer, 8_000), 'accept');
    await settled(0);
    await subscribe(buyer, '/buyer');
    await send(seller, 'Accepted the offer of $80.');
    await settled(1);
    expect(peer.received.map(({ push }) => push.title)).toEqual(['marlow']);
  });

  test('are notified of a hold', async () => {
    const { buyer, send, subscribe, settled, peer, hold, release } = await open();
    await send(buyer, 'Hello');
    await subscribe(buyer, '/buyer');
    await hold();
    await settled(1);
    await release();
    await settled(2);
    expect(peer.received.map(({ push }) => push.title)).toEqual([
      `marlow holds ${ITEM} for you`,
      `The hold on ${ITEM} has ended`,
    ]);
  });

  test('receive a mail only about an offer still open', async () => {
    const { buyer, send, make, answer, read, notifyUnreadLater, mails } = await open();
    await make(buyer, 30_000);
    await send(buyer, 'I can fetch it today.');
    await notifyUnreadLater();
    expect(mails.map(({ subject }) => subject)).toEqual([`odile offers $300 for ${ITEM}`]);
    expect(mails[0]?.text).toContain(`odile offers $300 for ${ITEM}\n`);
    await read();
    const second = await make(buyer, 31_000);
    await answer(buyer, second, 'withdraw');
    await notifyUnreadLater();
    expect(mails[1]?.subject).toBe(`odile withdrew the offer of $310 for ${ITEM}`);
  });

  test('learn once that a listing is free again', async () => {
    const { db, buyer, seller, id, listingId, send, subscribe, peer, mails, connected, ...world } =
      await open();
    await send(buyer, 'Hello');
    const [ada, grace] = [await addPerson(db, 'ada'), await addPerson(db, 'grace')];
    for (const person of [ada, grace]) await addSession(db, person);
    await world.hold();
    for (const person of [grace, ada]) await joinLine(world.ctx, person, listingId);
    connected.add(ada.id);
    await world.release();
    mails.length = 0;
    await Promise.all([world.notifyFreed(), world.notifyFreed()]);
    await world.notifyFreed();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`${grace.id}@example.com`, `Available again: ${ITEM}`],
    ]);
    expect(mails[0]?.text).toContain(`See the listing: https://shop.example/listing/${listingId}`);
    for (const person of [ada, grace]) expect(await world.eventsTo(person, 'listing:freed')).toHaveLength(1);

    // The one who sold it waits for another item, with a subscribed browser.
    const elsewhere = await addPerson(db, 'juniper');
    await updateRows(db, 'listings', { sellerId: elsewhere.id }, { id: listingId });
    await updateRows(db, 'conversations', { sellerId: elsewhere.id }, { id });
    const hold = { conversationId: id, hours: 24 } as const;
    await holdListing(world.ctx, elsewhere, listingId, hold);
    await subscribe(seller, '/desk');
    await joinLine(world.ctx, seller, listingId);
    await releaseListing(world.ctx, buyer, listingId);
    await world.notifyFreed();
    expect(peer.received.map(({ path, push }) => [path, push])).toEqual([
      ['/desk', { path: `/listing/${listingId}`, topic: listingId, title: ITEM, body: 'Available again' }],
    ]);
  });

  test('learn nothing of a listing on hold again', async () => {
    const { db, buyer, listingId, send, mails, ...world } = await open();
    await send(buyer, 'Hello');
    const ada = await addPerson(db, 'ada');
    await addSession(db, ada);
    await world.hold();
    await joinLine(world.ctx, ada, listingId);
    await world.release();
    await world.hold();
    await world.notifyFreed();
    expect(mails).toEqual([]);
    await joinLine(world.ctx, ada, listingId);
    await world.release();
    await world.hold();
    expect(await joinLine(world.ctx, ada, listingId)).toMatchObject({ place: 1 });
    await world.notifyFreed();
    expect(mails).toEqual([]);
    expect(await joinLine(world.ctx, ada, listingId)).toMatchObject({ place: 1 });
    await world.release();
    await updateRows(db, 'listings', { isSold: true }, { id: listingId });
    await world.notifyFreed();
    expect(mails).toEqual([]);
    expect(await readRows(db, 'linePlaces')).toEqual([]);
  });
});
