import type { Message } from '@selvedge/shared/conversations/conversations';
import { offerRefusal } from '@selvedge/shared/deals/offer-policy';
import { type MakeOffer, OFFER_TEXTS } from '@selvedge/shared/deals/offers';
import { OFFER_HOURS, OFFERS_PER_DAY } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { announceSent, sendNext, sendWithin } from '../../conversations/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import { inOneRoundTrip } from '../../platform/db/in-one-round-trip.ts';
import { endOffer } from './end-offer.ts';
import { lockNegotiation, seenBy } from './lock-negotiation.ts';
import { insertOffer, latestOfferIn, type OfferRow } from './queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @param count of the last day. @throws rate_limited */
function requireFewOffers(count: number): void {
  if (count < OFFERS_PER_DAY) return;
  const message = `You can make ${OFFERS_PER_DAY} offers a day in a conversation. Please try again tomorrow.`;
  throw new AppError('rate_limited', message, { retryAfter: DAY / 1000 });
}

/**
 * Replaces an open offer by the same member, and counters one by the other. A repeated `clientId` returns the
 * message of the first offer.
 * @throws not_found; conflict if the item is sold, removed or held for someone else, its price changed, or
 * its owner has no open offer to counter; invalid_input above the price; rate_limited; as `sendMessage`
 */
export function makeOffer(ctx: Ctx, actor: Actor, input: MakeOffer): Promise<Message> {
  return ctx.db.transact(async (tx) => {
    const { conversationId, clientId, amount, listingPrice: seenPrice } = input;
    const { locked, item, isOwner } = await lockNegotiation(ctx, tx, actor, conversationId);
    const at = new Date();
    const now = at.getTime();
    const [sent, [newest]] = await inOneRoundTrip([
      announceSent(ctx, tx, locked, { actor, input }),
      latestOfferIn(tx, { conversationId, since: new Date(now - DAY) }),
    ]);
    if (sent) return sent;
    const latest = newest?.offer ?? null;
    const seen = latest && seenBy(actor, latest);
    const refusal = offerRefusal(item, { isOwner, latest: seen }, { amount, seenPrice }, now);
    if (refusal) throw new AppError(refusal.code, refusal.message);
    requireFewOffers(newest?.countSince ?? 0);
    const isOpen = seen?.state === 'open' && seen.expiresAt > now;
    const isCounter = isOpen && !seen.isMine;
    const replaced = latest?.state === 'open' ? latest : null;
    if (replaced) await endOffer(ctx, tx, replaced, isCounter ? 'countered' : 'withdrawn', at);
    const offer: OfferRow = {
      id: uuidv7(),
      conversationId,
      listingId: locked.conversation.listingId,
      byId: actor.id,
      amountCents: amount,
      listingPriceCents: item.price,
      state: 'open',
      expiresAt: new Date(now + OFFER_HOURS * HOUR),
      createdAt: at,
    };
    const content = OFFER_TEXTS[isCounter ? 'counter' : 'make'](amount, item.currency);
    const send = {
      actor,
      input: { type: 'text', conversationId, clientId, content } as const,
      statement: { offer },
    };
    const inserting = insertOffer(tx, { ...offer });
    // The end of the replaced offer has changed the conversation, so it must be read again.
    const sending = replaced ? sendWithin(ctx, tx, send) : sendNext(ctx, tx, locked, send);
    const [, message] = await inOneRoundTrip([inserting, sending]);
    return message;
  });
}
