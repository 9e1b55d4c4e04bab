import type { Tx } from '../db/database.ts';
import { announce } from '../listings/announce.ts';
import type { OfferContext } from './context.ts';
import { endOffer } from './end-offer.ts';
import {
  heldListingsOf,
  lockListingRow,
  lockWantedRow,
  openOfferOfMessage,
  openOffersFor,
  openOffersForWanted,
  openOffersOf,
  setHold,
} from './queries.ts';

const ENDED = { heldInId: null, heldUntil: null };

/**
 * Ends the offers that a change of a listing has made impossible, and its hold if it is no longer available. Call it in
 * the transaction that changes the listing.
 */
export async function listingChanged(ctx: OfferContext, tx: Tx, id: string): Promise<void> {
  const [listing] = await lockListingRow(tx, id);
  const isGone = !listing || listing.isSold || listing.removedAt !== null;
  if (isGone && listing?.heldInId) await setHold(tx, id, ENDED);
  for (const offer of await openOffersFor(tx, id)) {
    const isHeldForOther = listing?.heldInId != null && listing.heldInId !== offer.conversationId;
    if (isGone || isHeldForOther || offer.listingPriceCents !== listing.priceCents) {
      await endOffer(ctx, tx, offer, 'void');
    }
  }
}

/** Like `listingChanged`, for a WTB. */
export async function wantedChanged(ctx: OfferContext, tx: Tx, id: string): Promise<void> {
  const [wanted] = await lockWantedRow(tx, id);
  if (wanted && !wanted.isFulfilled && wanted.removedAt === null) return;
  for (const offer of await openOffersForWanted(tx, id)) await endOffer(ctx, tx, offer, 'void');
}

/**
 * Ends the open offers and holds of a member, or only those between two members: one has blocked the other, or the account
 * was suspended or deleted.
 */
export async function endAllOf(ctx: OfferContext, tx: Tx, personId: string, otherId?: string): Promise<void> {
  for (const { id } of await heldListingsOf(tx, personId, otherId)) {
    await setHold(tx, id, ENDED);
    await announce({ tx, ...ctx.trading }, 'listing:changed', id);
  }
  for (const offer of await openOffersOf(tx, personId, otherId)) await endOffer(ctx, tx, offer, 'void');
}

/** Ends the open offer of a message whose content an admin removes. */
export async function messageRemoved(ctx: OfferContext, tx: Tx, messageId: string): Promise<void> {
  const [offer] = await openOfferOfMessage(tx, messageId);
  if (offer) await endOffer(ctx, tx, offer, 'void');
}
