import type { OfferedItem, SeenOffer } from '@selvedge/shared/offer-policy';
import { type ConversationState, lockConversation } from '../conversations/queries.ts';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { lockListingWithHold } from '../holds/queries.ts';
import type { OfferContext } from './context.ts';
import { findItemOf, latestOfferIn, lockWantedRow, type OfferRow } from './queries.ts';

/** A conversation about an item, as one of its members makes and answers offers in it. */
export interface Negotiation {
  conversation: ConversationState;
  item: OfferedItem;
  /** Whether the actor posted the item. */
  isOwner: boolean;
  latest: OfferRow | null;
}

async function lockItem(tx: Tx, conversationId: string, currency: string): Promise<OfferedItem | null> {
  const [found] = await findItemOf(tx, { id: conversationId });
  if (!found) return null;
  if (found.listingId === null) {
    const [wanted] = await lockWantedRow(tx, found.wantedId ?? '');
    const isAvailable = wanted !== undefined && !wanted.isFulfilled && wanted.removedAt === null;
    return { price: null, currency, isAvailable, isOnHoldForOther: false };
  }
  const [listing] = await lockListingWithHold(tx, { id: found.listingId });
  if (!listing) return null;
  return {
    price: listing.priceCents,
    currency,
    isAvailable: !listing.isSold && listing.removedAt === null,
    isOnHoldForOther: listing.holdConversationId !== null && listing.holdConversationId !== conversationId,
  };
}

/**
 * Locks what an offer is about until the transaction ends: first the item, then the conversation, like all that change
 * both.
 * @throws not_found if the actor sees no such conversation
 */
export async function lockNegotiation(
  { currency }: Pick<OfferContext, 'currency'>,
  tx: Tx,
  actor: Actor,
  conversationId: string,
): Promise<Negotiation> {
  const item = await lockItem(tx, conversationId, currency());
  const [conversation] = await lockConversation(tx, { id: conversationId, personId: actor.id });
  if (!item || !conversation) throw notFound('Conversation not found');
  const [latest = null] = await latestOfferIn(tx, { conversationId });
  const ownerId = conversation.wantedId === null ? conversation.sellerId : conversation.buyerId;
  return { conversation, item, isOwner: actor.id === ownerId, latest };
}

export const seenBy = (actor: Actor, { state, byId, expiresAt }: OfferRow): SeenOffer => ({
  state,
  isMine: byId === actor.id,
  expiresAt: expiresAt.getTime(),
});
