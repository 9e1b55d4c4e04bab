import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findListingWithHold, lineOf } from './queries.ts';

/** Publishes a change of a listing's line to the seller, the members in it, and those who have just left. */
export async function announceLine(
  { publish }: Ctx,
  tx: Tx,
  listingId: string,
  left: readonly string[] = [],
): Promise<void> {
  const [listing] = await findListingWithHold(tx, { id: listingId });
  if (!listing) return;
  const line = await lineOf(tx, listingId);
  const members = new Set([listing.sellerId, ...line.map(({ person }) => person.id), ...left]);
  tx.afterCommit(() => {
    for (const id of members) publish.toMember(id, 'line:changed', { listingId });
  });
}
