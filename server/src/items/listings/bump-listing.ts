import type { Listing } from '@selvedge/shared/items/listings';
import { requireCooledDown } from '../../platform/core/bump-cooldown.ts';
import { announceListing } from './announce.ts';
import type { Acting } from './context.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

/** Moves a listing to the top. @throws not_found, forbidden, conflict; rate_limited during the cooldown. */
export async function bumpListing(acting: Acting, id: string): Promise<Listing> {
  const { lastBumpAt } = await lockListingFor(acting, id, 'bump');
  const at = new Date();
  requireCooledDown(lastBumpAt, acting.bumpCooldownHours, at);
  await updateListing(acting.tx, id, { bumpedAt: at, lastBumpAt: at });
  return announceListing(acting, 'listing:changed', id);
}
