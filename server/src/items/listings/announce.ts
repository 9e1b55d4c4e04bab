import type { Listing } from '@selvedge/shared/items/listings';
import { hiddenMembers } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { ListingChange } from '../../platform/core/events.ts';
import type { Tx } from '../../platform/db/database.ts';
import { presentOneListing } from './present.ts';
import { findListing } from './queries.ts';

/**
 * Publishes a listing's current state, after the commit, to everyone not blocked by or blocking its seller.
 * @returns the listing as presented to everyone.
 */
export async function announceListing(ctx: Ctx, tx: Tx, change: ListingChange, id: string): Promise<Listing> {
  // First, because it may end the hold.
  await tx.emit('listing changed', { id, change });
  const [row] = await findListing(tx, { id });
  if (!row) throw new Error('stored listing not found');
  const listing = presentOneListing(row, ctx.settings.current().features);
  const hidden = await hiddenMembers(tx, { id: listing.sellerId });
  tx.afterCommit(() =>
    ctx.publish.toEveryone(
      change === 'created' ? 'listing:new' : 'listing:changed',
      { listing },
      hidden.map((person) => person.id),
    ),
  );
  return listing;
}
