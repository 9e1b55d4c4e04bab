import type { Tx } from '../../db/database.ts';
import { hasBlocks } from '../../members/block-queries.ts';
import type { ConversationContext } from '../context.ts';
import { presentConversation } from '../present.ts';
import { findListingOwner, findWantedOwner, type ItemRef } from '../queries.ts';
import { sees } from '../sees.ts';
import { findBlockedConversations } from './queries.ts';

async function updateBlocked(
  { publish }: Pick<ConversationContext, 'publish'>,
  tx: Tx,
  item: ItemRef,
): Promise<void> {
  const [owner] = await (item.listingId === null
    ? findWantedOwner(tx, item.wantedId ?? '')
    : findListingOwner(tx, item.listingId));
  if (!owner || !(await hasBlocks(tx, owner.ownerId))) return;
  for (const row of await findBlockedConversations(tx, owner.ownerId, item)) {
    const other = row.buyer.id === owner.ownerId ? row.seller : row.buyer;
    if (!sees(other.id, row.conversation)) continue;
    const conversation = presentConversation(row, other.id);
    tx.afterCommit(() => publish.toPerson(other.id, 'conversation:changed', { conversation }));
  }
}

/**
 * A change of a listing is not told to people whom a block keeps apart from its owner. Those with a conversation about
 * the listing still see it there, so they are told by a change of that conversation. To be called in the transaction of
 * the change.
 */
export const updateBlockedOfListing = (
  ctx: Pick<ConversationContext, 'publish'>,
  tx: Tx,
  listingId: string,
) => updateBlocked(ctx, tx, { listingId, wantedId: null });

/** The same for a change of a WTB request. */
export const updateBlockedOfWanted = (ctx: Pick<ConversationContext, 'publish'>, tx: Tx, wantedId: string) =>
  updateBlocked(ctx, tx, { listingId: null, wantedId });
