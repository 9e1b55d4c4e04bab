import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockListingWithHold } from '../holds/queries.ts';
import { endOffer } from './end-offer.ts';
import {
  lockWantedRow,
  openOfferOfMessage,
  openOffersFor,
  openOffersForWanted,
  openOffersOf,
} from './queries.ts';

/** Call it in the transaction that changes the listing. */
export async function listingChanged(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const [listing] = await lockListingWithHold(tx, { id });
  const isGone = !listing || listing.isSold || listing.removedAt !== null;
  for (const offer of await openOffersFor(tx, id)) {
    const isOnHoldForOther =
      listing?.holdConversationId != null && listing.holdConversationId !== offer.conversationId;
    if (isGone || isOnHoldForOther || offer.listingPriceCents !== listing.priceCents) {
      await endOffer(ctx, tx, offer, 'void');
    }
  }
}

export async function wantedChanged(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const [wanted] = await lockWantedRow(tx, id);
  if (wanted && !wanted.isFulfilled && wanted.removedAt === null) return;
  for (const offer of await openOffersForWanted(tx, id)) await endOffer(ctx, tx, offer, 'void');
}

/** After a block between the two, or when the account is suspended or deleted. */
export async function endOffersOf(ctx: Ctx, tx: Tx, memberId: string, otherId?: string): Promise<void> {
  for (const offer of await openOffersOf(tx, memberId, otherId)) await endOffer(ctx, tx, offer, 'void');
}

export async function messageRemoved(ctx: Ctx, tx: Tx, messageId: string): Promise<void> {
  const [offer] = await openOfferOfMessage(tx, messageId);
  if (offer) await endOffer(ctx, tx, offer, 'void');
}
