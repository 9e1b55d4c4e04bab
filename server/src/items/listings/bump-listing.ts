import type { Listing } from '@selvedge/shared/items/listings';
import type { Actor } from '../../platform/core/actor.ts';
import { requireCooledDown } from '../../platform/core/bump-cooldown.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { announceListing } from './announce.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';

/** Moves a listing to the top. @throws not_found, forbidden, conflict; rate_limited during the cooldown. */
export function bumpListing(ctx: Ctx, actor: Actor, id: string): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const { lastBumpAt } = await lockListingFor(tx, actor, id, 'bump');
    const at = new Date();
    requireCooledDown(lastBumpAt, ctx.config.bumpCooldownHours, at);
    await updateListing(tx, id, { bumpedAt: at, lastBumpAt: at });
    return announceListing(ctx, tx, 'updated', id);
  });
}
