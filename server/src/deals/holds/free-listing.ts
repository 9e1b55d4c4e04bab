import type { HoldEnd } from '@selvedge/shared/deals/holds';
import { announceListing } from '../../items/public.ts';
import { hiddenMembers } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deleteLine, type ListingWithHold, setHold } from './queries.ts';

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function clearHold(ctx: Ctx, tx: Tx, id: string, end: HoldEnd): Promise<void> {
  tx.afterCommit(() => ctx.metrics.instrumentation.holdEnded(end));
  await setHold(tx, id, { holdConversationId: null, holdUntil: null });
}

/**
 * Releases a locked listing and notifies the members in its line, in order. This empties the line, so that nobody is
 * notified twice.
 */
export async function freeListing(ctx: Ctx, tx: Tx, id: string, end: HoldEnd): Promise<void> {
  await clearHold(ctx, tx, id, end);
  const listing = await announceListing(ctx, tx, 'updated', id);
  const hidden = new Set((await hiddenMembers(tx, { id: listing.sellerId })).map((person) => person.id));
  const line = (await deleteLine(tx, id)).sort(byId).filter(({ memberId }) => !hidden.has(memberId));
  for (const { memberId: userId } of line) {
    await tx.emit('member notified', {
      userId,
      kind: 'listing-freed',
      listingId: id,
      otherId: listing.sellerId,
    });
  }
  tx.afterCommit(() => {
    for (const { memberId } of line) ctx.publish.toMember(memberId, 'listing:freed', { listing });
  });
}

/** Ends the hold of a listing that is sold or gone, and its line, without a notification: it has not freed up. */
export async function endHoldSilently(ctx: Ctx, tx: Tx, id: string, end: HoldEnd): Promise<void> {
  await clearHold(ctx, tx, id, end);
  await deleteLine(tx, id);
}

/** Ends the hold of a locked listing, which frees it up unless it is sold or gone. */
export function endHold(
  ctx: Ctx,
  tx: Tx,
  { id, isSold, removedAt }: Pick<ListingWithHold, 'isSold' | 'removedAt'> & { id: string },
  end: HoldEnd,
): Promise<void> {
  return isSold || removedAt !== null ? endHoldSilently(ctx, tx, id, 'gone') : freeListing(ctx, tx, id, end);
}
