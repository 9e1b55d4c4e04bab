import { randomUUID } from 'node:crypto';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import { isFeatureOn } from '@selvedge/shared/instance/instance-settings';
import { eq } from 'drizzle-orm';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import type { HoldContext } from '../../../server/src/deals/holds/context.ts';
import { expireHolds } from '../../../server/src/deals/holds/expire-holds.ts';
import { endHoldIfGone, endHoldsBetween } from '../../../server/src/deals/holds/follow-changes.ts';
import { answerOffer } from '../../../server/src/deals/offers/answer-offer.ts';
import type { OfferContext } from '../../../server/src/deals/offers/context.ts';
import { expireOffers } from '../../../server/src/deals/offers/expire-offers.ts';
import { endOffersOf, listingChanged } from '../../../server/src/deals/offers/follow-changes.ts';
import { makeOffer } from '../../../server/src/deals/offers/make-offer.ts';
import { markSold } from '../../../server/src/items/listings/mark-sold.ts';
import { removeListing } from '../../../server/src/items/listings/remove-listing.ts';
import { setPrice } from '../../../server/src/items/listings/set-price.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Database, Tx } from '../../../server/src/platform/db/database.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { readRows } from '../data/rows.ts';
import { ALL_FEATURES, settingsWith } from '../servers/features.ts';
import { following } from '../servers/following.ts';
import { uniqueName } from './conversation.ts';
import { addPerson } from './market.ts';
import { storeConversation } from './stored-conversation.ts';

/** A seller with a listing of $365, and two buyers who each have a conversation about it. */
export async function openOffers(database: Database, { features } = settingsWith(...ALL_FEATURES)) {
  const db = following(database, {
    async 'listing changed'(tx, { id }) {
      await endHoldIfGone(holds, tx, id);
      await listingChanged(ctx, tx, id);
    },
  });
  const join = (name: string) => addPerson(db, uniqueName(name));
  const first = await storeConversation(db);
  const { ctx: conversations, seller, buyer, listingId, about, id, send, eventsTo } = first;
  await send(buyer, 'Hello');
  const rival = await join('rival');
  const { conversation } = await openConversation(conversations, rival, about);
  const { publish } = conversations;
  const ctx: OfferContext = {
    conversations,
    isOn: (feature) => isFeatureOn(features, feature),
    currency: () => 'USD',
    ended: () => undefined,
    trading: {
      publish,
      features: () => features,
    },
  };
  const holds: HoldContext = {
    ...{ db, conversations, ...ctx.trading },
    timeZone: () => 'UTC',
    ended: () => undefined,
  };
  const selling = {
    ...ctx.trading,
    log: createLog('silent'),
    bumpCooldownHours: 24,
  };
  const trade = <T>(work: (acting: typeof selling & { tx: Tx; actor: Actor }) => Promise<T>) =>
    db.transact((tx) => work({ ...selling, tx, actor: seller }));
  const readListing = async () => {
    const [row] = await readRows(db, 'listings', { id: listingId });
    if (!row) throw new Error('the listing is gone');
    return row;
  };
  return {
    ...{ ctx, holds, seller, buyer, rival, join, listingId, eventsTo },
    /** The conversations of the buyer and of the rival. */
    ids: [id, conversation.id] as const,
    readListing,
    offersIn: (conversationId: string) =>
      db.read(({ q, t }) =>
        q.select().from(t.offers).where(eq(t.offers.conversationId, conversationId)).orderBy(t.offers.id),
      ),
    /** Offers dollars, for the price that the listing has now or for another. */
    async offer(
      actor: Actor,
      conversationId: string,
      dollars: number,
      { clientId = randomUUID(), price }: { clientId?: string; price?: number } = {},
    ) {
      const listingPrice = price === undefined ? (await readListing()).priceCents : price * 100;
      return makeOffer(ctx, actor, { conversationId, clientId, amount: dollars * 100, listingPrice });
    },
    async answer(actor: Actor, offerId: string | undefined, answer: OfferAnswer, price?: number) {
      const listingPrice = price === undefined ? (await readListing()).priceCents : price * 100;
      return answerOffer(ctx, actor, { offerId: offerId ?? '', answer, listingPrice });
    },
    price: (dollars: number) => trade((acting) => setPrice(acting, listingId, { price: dollars * 100 })),
    sell: () => trade((acting) => markSold(acting, listingId)),
    /** What happens when one member blocks another. */
    block: (one: Actor, other: Actor) =>
      db.transact(async (tx) => {
        await endHoldsBetween(holds, tx, one.id, other.id);
        await endOffersOf(ctx, tx, one.id, other.id);
      }),
    async expire() {
      await expireOffers(ctx);
      await expireHolds(holds);
    },
    remove: () => trade((acting) => removeListing(acting, listingId, 'remove')),
  };
}
