import type { Message } from '@selvedge/shared/conversations';
import { HOLD_HOURS } from '@selvedge/shared/limits';
import { ANSWERED, answerRefusal } from '@selvedge/shared/offer-policy';
import { type AnswerOffer, OFFER_TEXTS } from '@selvedge/shared/offers';
import { findMessage } from '../conversations/changes/queries.ts';
import { presentMessage } from '../conversations/present.ts';
import { sendWithin } from '../conversations/send-message.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { placeHold } from '../holds/hold-listing.ts';
import { answerClientId } from './answer-client-id.ts';
import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import { lockNegotiation, seenBy } from './lock-negotiation.ts';
import { findOffer, messageOf, type OfferRow } from './queries.ts';

/** @throws not_found */
async function requireOffer(tx: Tx, id: string): Promise<OfferRow> {
  const [offer] = await findOffer(tx, id);
  if (!offer) throw notFound('Offer not found');
  return offer;
}

async function presentOf(ctx: OfferContext, tx: Tx, actor: Actor, offer: OfferRow): Promise<Message> {
  const [made] = await messageOf(tx, offer.id);
  const [row] = made ? await findMessage(tx, made.id) : [];
  if (!row) throw new Error(`the message of offer ${offer.id} not found`);
  return presentMessage(row, actor.id, ctx.conversations.images);
}

/**
 * Accepts, declines or withdraws an offer, and says so in a message of its own. Accepting an offer for a listing puts it
 * on hold for the buyer, in the same transaction. A repeated answer changes nothing.
 * @returns the message that made the offer
 * @throws not_found; forbidden if it is not theirs to answer; conflict if it is no longer open, or if accepting it and the
 * item is sold, removed or held for someone else, or its price has changed; as `sendMessage`
 */
export const answerOffer = (
  ctx: OfferContext,
  actor: Actor,
  { offerId, answer, listingPrice }: AnswerOffer,
): Promise<Message> =>
  ctx.conversations.db.transact(async (tx) => {
    const { conversationId } = await requireOffer(tx, offerId);
    const { conversation, item } = await lockNegotiation(tx, actor, conversationId);
    // Read again: it may have changed while we waited for the lock.
    const offer = await requireOffer(tx, offerId);
    const seen = seenBy(actor, offer);
    const isRepeat = offer.state === ANSWERED[answer] && seen.isMine === (answer === 'withdraw');
    if (isRepeat) return presentOf(ctx, tx, actor, offer);
    const refusal = answerRefusal(answer, item, seen, listingPrice, Date.now());
    if (refusal) throw new AppError(refusal.code, refusal.message);
    await endOffer(ctx, tx, offer, ANSWERED[answer]);
    const content = OFFER_TEXTS[answer](offer.amountCents);
    const clientId = answerClientId(answer, offer.id);
    await sendWithin(ctx.conversations, tx, {
      actor,
      input: { type: 'text', conversationId, clientId, content },
    });
    if (answer === 'accept' && conversation.listingId !== null && ctx.isOn('holds')) {
      await placeHold(ctx.trading, tx, conversation.listingId, { conversationId, hours: HOLD_HOURS });
    }
    return presentOf(ctx, tx, actor, offer);
  });
