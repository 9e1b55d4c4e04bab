import type { Tx } from '../../platform/db/database.ts';
import { type DealRow, findDeal, lockSoldListing, lockSoldWanted } from './queries.ts';

/** Locks a deal's item, and with it the deal, until the transaction ends. @returns null if it is made or gone */
export async function lockOpen(tx: Tx, id: string): Promise<DealRow | null> {
  const [found] = await findDeal(tx, id);
  if (!found) return null;
  await (found.listingId ? lockSoldListing(tx, found.listingId) : lockSoldWanted(tx, found.wantedId ?? ''));
  // Read again: it may have changed while we waited for the lock.
  const [deal] = await findDeal(tx, id);
  return deal?.state === 'proposed' ? deal : null;
}
