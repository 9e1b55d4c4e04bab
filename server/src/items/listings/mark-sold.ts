import type { Listing } from '@selvedge/shared/items/listings';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

/** Marks a listing as sold. @throws not_found, forbidden; conflict when it is sold already. */
export function markSold(ctx: Ctx, actor: Actor, id: string): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    await lockListingFor(tx, actor, id, 'sell');
    await updateListing(tx, id, { isSold: true, soldAt: new Date() });
    await recordItemEvent(tx, { listingId: id }, { kind: 'sold' });
    return announceListing(ctx, tx, 'sold', id);
  });
}
