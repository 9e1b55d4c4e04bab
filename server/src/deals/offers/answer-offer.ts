import type { Message } from '@selvedge/shared/conversations/conversations';
import { ANSWERED, answerRefusal } from '@selvedge/shared/deals/offer-policy';
import { type AnswerOffer, OFFER_TEXTS } from '@selvedge/shared/deals/offers';
import { fromCents } from '@selvedge/shared/platform/money';
import { v7 as uuidv7 } from 'uuid';
import { findMessage, presentMessage, sendWithin } from '../../conversations/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { placeHoldForOffer } from '../holds/hold-listing.ts';
import { endOffer, moveOffer } from './end-offer.ts';
import { lockNegotiation, seenBy } from './lock-negotiation.ts';
import { acceptedOffersOfOthers, findOffer, messageOf, type OfferRow, openOffersFor } from './queries.ts';

/** @throws not_found */
async function requireOffer(tx: Tx, id: string): Promise<OfferRow> {
  const [offer] = await findOffer(tx, id);
  if (!offer) throw notFound('Offer not found');
  return offer;
}

async function presentOf(ctx: Ctx, tx: Tx, actor: Actor, offer: OfferRow): Promise<Message> {
  const [made] = await messageOf(tx, offer.id);
  const [row] = made ? await findMessage(tx, made.id) : [];
  if (!row) throw new Error(`the message of offer ${offer.id} not found`);
  return presentMessage(row, actor.id, ctx.media.chatImages);
}

/** The listing goes on hold for the buyer, and no other buyer's offer stays open or accepted. */
async function settleListing(
  ctx: Ctx,
  tx: Tx,
  { listingId, conversationId, buyerId }: { listingId: string; conversationId: string; buyerId: string },
): Promise<void> {
  for (const offer of await acceptedOffersOfOthers(tx, listingId, conversationId)) {
    await moveOffer(ctx, tx, offer, { from: 'accepted', to: 'void' });
  }
  // With a hold, this ends the open offers of others.
  if (ctx.settings.isOn('holds')) return placeHoldForOffer(ctx, tx, listingId, { conversationId, buyerId });
  for (const offer of await openOffersFor(tx, listingId)) {
    if (offer.conversationId !== conversationId) await endOffer(ctx, tx, offer, 'void');
  }
}

/**
 * Answers an offer, and says so in a message. Accepting one for a listing puts it on hold for the buyer, in
 * the same transaction. A repeated answer changes nothing.
 * @returns the message that made the offer
 * @throws not_found; forbidden if it is not theirs to answer; conflict if it is not open, or if accepting it
 * and the item is sold, removed or held for someone else, or its price has changed; as `sendMessage`
 */
export function answerOffer(
  ctx: Ctx,
  actor: Actor,
  { offerId, answer, listingPrice }: AnswerOffer,
): Promise<Message> {
  return ctx.db.transact(async (tx) => {
    const { conversationId } = await requireOffer(tx, offerId);
    const { locked, item } = await lockNegotiation(ctx, tx, actor, conversationId);
    // Read again: it may have changed while we waited for the lock.
    const offer = await requireOffer(tx, offerId);
    const seen = seenBy(actor, offer);
    const isRepeat = offer.state === ANSWERED[answer] && seen.isMine === (answer === 'withdraw');
    if (isRepeat) return presentOf(ctx, tx, actor, offer);
    const now = new Date();
    const refusal = answerRefusal(answer, item, seen, listingPrice, now.getTime());
    if (refusal) throw new AppError(refusal.code, refusal.message);
    await endOffer(ctx, tx, offer, ANSWERED[answer], now);
    const content = OFFER_TEXTS[answer](offer.amountCents, item.currency);
    // Unpredictable, so that no earlier message can have it. A repeat is recognized by the state of the offer.
    const clientId = uuidv7();
    const record = { kind: 'offer', offerId, answer, amount: fromCents(offer.amountCents) } as const;
    await sendWithin(ctx, tx, {
      actor,
      input: { type: 'text', conversationId, clientId, content },
      statement: { record },
    });
    const { listingId, buyerId } = locked.conversation;
    if (answer === 'accept' && listingId !== null) {
      await settleListing(ctx, tx, { listingId, conversationId, buyerId });
    }
    return presentOf(ctx, tx, actor, offer);
  });
}
