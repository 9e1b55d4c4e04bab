import type { Listing, PriceListing } from '@selvedge/shared/items/listings';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

/**
 * Corrects the price, up or down. This ends a discount, and does not bump the listing.
 * @throws not_found, forbidden, conflict.
 */
export function setPrice(ctx: Ctx, actor: Actor, id: string, { price }: PriceListing): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const { priceCents } = await lockListingFor(tx, actor, id, 'price');
    await updateListing(tx, id, { priceCents: price, originalPriceCents: null });
    await recordItemEvent(tx, { listingId: id }, { kind: 'price', fromCents: priceCents, toCents: price });
    return announceListing(ctx, tx, price < priceCents ? 'price_dropped' : 'updated', id);
  });
}
