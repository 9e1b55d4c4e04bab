import type { Message } from '@selvedge/shared/conversations';
import { OFFER_HOURS, OFFERS_PER_DAY } from '@selvedge/shared/limits';
import { offerRefusal } from '@selvedge/shared/offer-policy';
import { type MakeOffer, OFFER_TEXTS } from '@selvedge/shared/offers';
import { v7 as uuidv7 } from 'uuid';
import { findSent } from '../conversations/client-ids/client-ids.ts';
import { sendWithin } from '../conversations/send-message.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import { lockNegotiation, seenBy } from './lock-negotiation.ts';
import { countOffersSince, insertOffer, type OfferRow } from './queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @throws rate_limited */
async function requireFewOffers(tx: Tx, conversationId: string, now: number): Promise<void> {
  const [recent] = await countOffersSince(tx, { conversationId, since: new Date(now - DAY) });
  if (recent && recent.count >= OFFERS_PER_DAY) {
    const message = `You can make ${OFFERS_PER_DAY} offers a day in a conversation. Please try again tomorrow.`;
    throw new AppError('rate_limited', message, { retryAfter: DAY / 1000 });
  }
}

/**
 * Makes an offer, which is a message of its conversation. It replaces an open offer by the same member, and counters one
 * by the other. A repeated `clientId` returns the message of the first offer.
 * @returns the message that makes it
 * @throws not_found; conflict if the item is sold, removed or held for someone else, or its price has changed, or its owner
 * has no open offer to counter; invalid_input if the amount is above the price; rate_limited; as `sendMessage`
 */
export const makeOffer = (ctx: OfferContext, actor: Actor, input: MakeOffer): Promise<Message> =>
  ctx.conversations.db.transact(async (tx) => {
    const { conversationId, clientId, amount, listingPrice: seenPrice } = input;
    const { conversation, item, isOwner, latest } = await lockNegotiation(ctx, tx, actor, conversationId);
    const send = (content: string, offer?: OfferRow) =>
      sendWithin(ctx.conversations, tx, {
        actor,
        input: { type: 'text', conversationId, clientId, content },
        offer,
      });
    if (await findSent(tx, conversation, { senderId: actor.id, clientId })) {
      return send(OFFER_TEXTS.make(amount, item.currency));
    }
    const at = new Date();
    const now = at.getTime();
    const seen = latest && seenBy(actor, latest);
    const refusal = offerRefusal(item, { isOwner, latest: seen }, { amount, seenPrice }, now);
    if (refusal) throw new AppError(refusal.code, refusal.message);
    await requireFewOffers(tx, conversationId, now);
    const isOpen = seen?.state === 'open' && seen.expiresAt > now;
    const isCounter = isOpen && !seen.isMine;
    if (latest && seen?.state === 'open') {
      await endOffer(ctx, tx, latest, isCounter ? 'countered' : 'withdrawn', at);
    }
    const offer: OfferRow = {
      id: uuidv7(),
      conversationId,
      listingId: conversation.listingId,
      byId: actor.id,
      amountCents: amount,
      listingPriceCents: item.price,
      state: 'open',
      expiresAt: new Date(now + OFFER_HOURS * HOUR),
      createdAt: at,
    };
    await insertOffer(tx, { ...offer });
    return send(OFFER_TEXTS[isCounter ? 'counter' : 'make'](amount, item.currency), offer);
  });
