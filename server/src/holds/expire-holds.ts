import type { Tx } from '../db/database.ts';
import { forEachDue } from '../jobs/for-each-due.ts';
import { endHold, type HoldContext } from './free-listing.ts';
import { endedHolds, lockListingWithHold, separatedHolds } from './queries.ts';

/** A hold as it was found, before its listing was locked. */
interface Found {
  id: string;
  conversationId: string | null;
  until: Date | null;
}

async function endFound(ctx: HoldContext, tx: Tx, { id, conversationId, until }: Found): Promise<void> {
  const [listing] = await lockListingWithHold(tx, id);
  // It may have been renewed meanwhile, or be for someone else.
  const isSame =
    listing?.holdConversationId === conversationId && listing?.holdUntil?.getTime() === until?.getTime();
  if (listing && isSame) await endHold(ctx, tx, id, listing);
}

/** Releases the listings whose hold has ended. */
export const expireHolds = (ctx: HoldContext, now = new Date()): Promise<void> =>
  forEachDue(
    ctx.db,
    (conn, limit) => endedHolds(conn, now, limit),
    (tx, hold) => endFound(ctx, tx, hold),
  );

/**
 * Ends the holds between members of whom one has blocked the other or is suspended. Usually they end at once; this one also
 * finds those that another process left, or that began at the same moment.
 */
export const endSeparatedHolds = (ctx: HoldContext): Promise<void> =>
  forEachDue(ctx.db, separatedHolds, (tx, hold) => endFound(ctx, tx, hold));
