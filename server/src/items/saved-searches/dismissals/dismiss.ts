import { DISMISSALS_MAX } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { findMember, isDeleted, isHidden, lockMember } from '../../../members/public.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { AppError, notFound } from '../../../platform/core/errors.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { findListing } from '../../listings/queries.ts';
import { countDismissalsOf, type Dismissed, insertDismissal } from './queries.ts';

const FULL = `You have hidden ${DISMISSALS_MAX.toLocaleString('en-US')} items and sellers. Show some again first.`;

/** Whose item it is, or who the seller is. @throws not_found, also if they are hidden */
async function sellerOf(tx: Tx, actor: Actor, dismissed: Dismissed): Promise<string> {
  if ('listingId' in dismissed) {
    const [row] = await findListing(tx, { id: dismissed.listingId });
    if (!row || (await isHidden(tx, actor, row.seller.id))) throw notFound('Listing not found');
    return row.seller.id;
  }
  const [seller] = await findMember(tx, dismissed.sellerId);
  if (!seller || isDeleted(seller)) throw notFound('User not found');
  return seller.id;
}

/**
 * Hides a listing, or all of a seller, from the member's grid and alerts; doing it again changes nothing.
 * @throws not_found; conflict for one's own, or above `DISMISSALS_MAX`
 */
export function dismiss(db: Database, actor: Actor, dismissed: Dismissed): Promise<void> {
  return db.transact(async (tx) => {
    if ((await sellerOf(tx, actor, dismissed)) === actor.id)
      throw new AppError('conflict', 'You cannot hide your own items.');
    // One at a time, so that none passes the limit.
    await lockMember(tx, actor.id);
    const row = { id: uuidv7(), memberId: actor.id, createdAt: new Date(), ...dismissed };
    if ((await insertDismissal(tx, row)).length === 0) return;
    const [all] = await countDismissalsOf(tx, actor.id);
    if (all && all.count > DISMISSALS_MAX) throw new AppError('conflict', FULL);
  });
}
