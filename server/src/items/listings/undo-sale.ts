import type { Listing } from '@selvedge/shared/items/listings';
import { SALE_UNDO_MINUTES } from '@selvedge/shared/platform/limits';
import { isSaleRecent } from '@selvedge/shared/platform/policy';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

const TOO_LATE = `This was marked as sold more than ${SALE_UNDO_MINUTES} minutes ago.`;

/**
 * Puts a sold listing back on sale. The hold, line and offers that the sale ended stay ended.
 * @throws not_found, forbidden; conflict when it is not sold, was sold too long ago, or its deal is confirmed.
 */
export function undoSale(ctx: Ctx, actor: Actor, id: string): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const { soldAt } = await lockListingFor(tx, actor, id, 'undoSale');
    if (!isSaleRecent(soldAt, Date.now())) throw new AppError('conflict', TOO_LATE);
    await updateListing(tx, id, { isSold: false, soldAt: null });
    await recordItemEvent(tx, { listingId: id }, { kind: 'unsold' });
    return announceListing(ctx, tx, 'updated', id);
  });
}
