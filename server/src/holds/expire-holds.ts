import { forEachDue } from '../jobs/for-each-due.ts';
import { freeListing, type HoldContext } from './free-listing.ts';
import { endedHolds, lockListingWithHold } from './queries.ts';

/** Releases the listings whose hold has ended. */
export const expireHolds = (ctx: HoldContext, now = new Date()): Promise<void> =>
  forEachDue(
    ctx.db,
    (conn, limit) => endedHolds(conn, now, limit),
    async (tx, { id }) => {
      const [listing] = await lockListingWithHold(tx, id);
      // It may have been renewed meanwhile.
      if (listing?.holdUntil && listing.holdUntil <= now) await freeListing(ctx, tx, id);
    },
  );
