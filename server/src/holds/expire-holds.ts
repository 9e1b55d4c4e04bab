import { freeListing, type HoldContext } from './free-listing.ts';
import { endedHolds, lockListingWithHold } from './queries.ts';

const BATCH = 100;

/** Ends the holds whose time is up, each in its own transaction. */
export async function expireHolds(ctx: HoldContext, now = new Date()): Promise<void> {
  for (;;) {
    const ended = await ctx.db.read((conn) => endedHolds(conn, now, BATCH));
    for (const { id } of ended) {
      await ctx.db.transact(async (tx) => {
        const [listing] = await lockListingWithHold(tx, id);
        // It may have been renewed meanwhile.
        if (listing?.holdUntil && listing.holdUntil <= now) await freeListing(ctx, tx, id);
      });
    }
    if (ended.length < BATCH) return;
  }
}
