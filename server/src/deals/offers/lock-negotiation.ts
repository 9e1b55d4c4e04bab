import type { OfferedItem, SeenOffer } from '@selvedge/shared/deals/offer-policy';
import { type ConversationRow, findRemembered, lockWithDetails } from '../../conversations/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inOneRoundTrip } from '../../platform/db/in-one-round-trip.ts';
import { lockListingOf, lockWantedOf, type OfferRow } from './queries.ts';

/** A conversation about an item, as one of its members makes and answers offers in it. */
interface Negotiation {
  locked: ConversationRow;
  item: OfferedItem;
  isOwner: boolean;
}

function itemOf({ conversation, listing, wanted }: ConversationRow, currency: string): OfferedItem {
  if (!listing) {
    const isAvailable = wanted !== null && !wanted.isFulfilled && wanted.removedAt === null;
    return { price: null, currency, isAvailable, isOnHoldForOther: false };
  }
  return {
    price: listing.priceCents,
    currency,
    isAvailable: !listing.isSold && listing.removedAt === null,
    isOnHoldForOther: listing.holdConversationId !== null && listing.holdConversationId !== conversation.id,
  };
}

/** Locks first the item, then the conversation, like all that change both, and reads them once they are locked. */
async function lockWithItem(tx: Tx, seen: { id: string; memberId: string }): Promise<ConversationRow | null> {
  const locking = tx.hasConcurrentWriters
    ? inOneRoundTrip([lockListingOf(tx, seen), lockWantedOf(tx, seen)])
    : null;
  const [, locked] = await inOneRoundTrip([locking, lockWithDetails(tx, seen)]);
  return locked;
}

/** Call it before the transaction writes. @throws not_found if the actor sees no such conversation */
export async function lockNegotiation(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  conversationId: string,
): Promise<Negotiation> {
  const seen = { id: conversationId, memberId: actor.id };
  const locked = findRemembered(ctx, seen) ?? (await lockWithItem(tx, seen));
  if (!locked) throw notFound('Conversation not found');
  const { wantedId, sellerId, buyerId } = locked.conversation;
  const isOwner = actor.id === (wantedId === null ? sellerId : buyerId);
  return { locked, item: itemOf(locked, ctx.settings.currency()), isOwner };
}

export function seenBy(actor: Actor, { state, byId, expiresAt }: OfferRow): SeenOffer {
  return {
    state,
    isMine: byId === actor.id,
    expiresAt: expiresAt.getTime(),
  };
}
