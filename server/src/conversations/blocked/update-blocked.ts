import { hasBlocks } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isVisibleTo } from '../is-visible-to.ts';
import { presentConversation } from '../present.ts';
import { findListingOwner, findWantedOwner, type ItemRef } from '../queries.ts';
import { findBlockedConversations } from './queries.ts';

async function updateBlocked({ publish }: Ctx, tx: Tx, item: ItemRef): Promise<void> {
  const [owner] = await (item.listingId === null
    ? findWantedOwner(tx, item.wantedId ?? '')
    : findListingOwner(tx, item.listingId));
  if (!owner || !(await hasBlocks(tx, owner.ownerId))) return;
  for (const row of await findBlockedConversations(tx, owner.ownerId, item)) {
    const other = row.buyer.id === owner.ownerId ? row.seller : row.buyer;
    if (!isVisibleTo(other.id, row.conversation)) continue;
    const conversation = presentConversation(row, other.id);
    tx.afterCommit(() => publish.toMember(other.id, 'conversation:changed', { conversation }));
  }
}

/**
 * Blocked members get no changes of the listing, but see it in their conversations about it: send them a
 * change of those. Call it in the transaction that changes the listing.
 */
export function updateBlockedOfListing(ctx: Ctx, tx: Tx, listingId: string) {
  return updateBlocked(ctx, tx, { listingId, wantedId: null });
}

/** Like `updateBlockedOfListing`, for a WTB. */
export function updateBlockedOfWanted(ctx: Ctx, tx: Tx, wantedId: string) {
  return updateBlocked(ctx, tx, { listingId: null, wantedId });
}
