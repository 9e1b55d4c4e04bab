import { randomUUID } from 'node:crypto';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import { expect, test } from 'vitest';
import { holdListing, releaseListing } from '../../../server/src/deals/holds/hold-listing.ts';
import { answerOffer } from '../../../server/src/deals/offers/answer-offer.ts';
import { makeOffer } from '../../../server/src/deals/offers/make-offer.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { startNotifiedConversation } from '../../support/people/notified-conversation.ts';
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
});
