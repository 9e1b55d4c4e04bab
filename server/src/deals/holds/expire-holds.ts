import type { HoldEnd } from '@selvedge/shared/deals/holds';
import { announceListing } from '../../items/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forEachDue } from '../../platform/jobs/for-each-due.ts';
import { announceHold } from './announce-hold.ts';
import { announceLine } from './announce-line.ts';
import { endHold, endHoldSilently } from './free-listing.ts';
import {
  deleteSeparatedPlaces,
  endedHolds,
  listingsOnHold,
  lockListingWithHold,
  separatedHolds,
} from './queries.ts';

/** A hold as it was found, before its listing was locked. */
interface Found {
  id: string;
  conversationId: string | null;
  until: Date | null;
}

async function endFound(ctx: Ctx, tx: Tx, { id, conversationId, until }: Found, end: HoldEnd): Promise<void> {
  const [listing] = await lockListingWithHold(tx, { id });
  // It may have been renewed meanwhile, or be for someone else.
  const isSame =
    listing?.holdConversationId === conversationId && listing?.holdUntil?.getTime() === until?.getTime();
  if (!listing || !isSame) return;
  await endHold(ctx, tx, { ...listing, id }, end);
  const isFreed = end === 'expired' && !listing.isSold && !listing.removedAt;
  if (isFreed && conversationId)
    await announceHold(ctx, tx, { conversationId, memberId: listing.sellerId, until: null });
}

export function expireHolds(ctx: Ctx, now = new Date()): Promise<void> {
  return forEachDue(
    ctx.db,
    (conn, limit) => endedHolds(conn, now, limit),
    (tx, hold) => endFound(ctx, tx, hold, 'expired'),
  );
}

/** Usually they end at once; this finds those that began at the same moment. */
export async function endSeparatedHolds(ctx: Ctx): Promise<void> {
  await forEachDue(ctx.db, separatedHolds, (tx, hold) => endFound(ctx, tx, hold, 'separated'));
  await ctx.db.transact(async (tx) => {
    for (const { listingId } of await deleteSeparatedPlaces(tx)) await announceLine(ctx, tx, listingId);
  });
}

/** Notifies nobody: holds are switched off, and nothing may show that there were any. */
export function endAllHolds(ctx: Ctx): Promise<void> {
  return forEachDue(ctx.db, listingsOnHold, async (tx, { id }) => {
    const [listing] = await lockListingWithHold(tx, { id });
    if (!listing?.holdUntil) return;
    await endHoldSilently(ctx, tx, id, 'switched_off');
    if (listing.removedAt === null) await announceListing(ctx, tx, 'updated', id);
  });
}
