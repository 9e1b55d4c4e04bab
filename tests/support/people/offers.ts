import { randomUUID } from 'node:crypto';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import { eq } from 'drizzle-orm';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { expireHolds } from '../../../server/src/deals/holds/expire-holds.ts';
import { endHoldIfGone, endHoldsBetween } from '../../../server/src/deals/holds/follow-changes.ts';
import { answerOffer } from '../../../server/src/deals/offers/answer-offer.ts';
import { expireOffers } from '../../../server/src/deals/offers/expire-offers.ts';
import { endOffersOf, listingChanged } from '../../../server/src/deals/offers/follow-changes.ts';
import { makeOffer } from '../../../server/src/deals/offers/make-offer.ts';
import { markSold } from '../../../server/src/items/listings/mark-sold.ts';
import { removeListing } from '../../../server/src/items/listings/remove-listing.ts';
import { setPrice } from '../../../server/src/items/listings/set-price.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { readRows } from '../data/rows.ts';
import { ALL_FEATURES, settingsWith } from '../servers/features.ts';
import { following } from '../servers/following.ts';
import { uniqueName } from './conversation.ts';
import { addMember } from './market.ts';
import { storeConversation } from './stored-conversation.ts';

/** A seller with a listing of $365, and two buyers who each have a conversation about it. */
export async function openOffers(database: Database, settings = settingsWith(...ALL_FEATURES)) {
  const db = following(database, {
    async 'listing changed'(tx, { id }) {
      await endHoldIfGone(ctx, tx, id);
      await listingChanged(ctx, tx, id);
    },
  });
  const join = (name: string) => addMember(db, uniqueName(name));
  const first = await storeConversation(db, { settings });
  const { ctx, seller, buyer, listingId, about, id, send, eventsTo } = first;
  await send(buyer, 'Hello');
  const rival = await join('rival');
  const { conversation } = await openConversation(ctx, rival, about);
  const readListing = async () => {
    const [row] = await readRows(db, 'listings', { id: listingId });
    if (!row) throw new Error('the listing is gone');
    return row;
  };
  return {
    ...{ ctx, seller, buyer, rival, join, listingId, eventsTo },
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
    price: (dollars: number) => setPrice(ctx, seller, listingId, { price: dollars * 100 }),
    sell: () => markSold(ctx, seller, listingId),
    /** What happens when one member blocks another. */
    block: (one: Actor, other: Actor) =>
      db.transact(async (tx) => {
        await endHoldsBetween(ctx, tx, one.id, other.id);
        await endOffersOf(ctx, tx, one.id, other.id);
      }),
    async expire() {
      await expireOffers(ctx);
      await expireHolds(ctx);
    },
    remove: () => removeListing(ctx, seller, listingId),
  };
}
