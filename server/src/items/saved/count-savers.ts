import { largeDropFrom, type SavedCount } from '@selvedge/shared/items/saved';
import { COUNT_MAX, SAVED_COUNT_MIN } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import { findListing } from '../listings/queries.ts';
import { countSavers, findSharedPrice } from './queries.ts';

/**
 * How many members have saved the actor's listing. Blocks do not change the number: the seller could otherwise block a
 * member to see whether it falls.
 * @throws not_found; forbidden for another member's listing
 */
export async function readSavedCount(conn: Conn, actor: Actor, listingId: string): Promise<SavedCount> {
  const [row] = await findListing(conn, { id: listingId });
  if (!row) throw notFound('Listing not found');
  if (row.listing.sellerId !== actor.id) throw new AppError('forbidden', 'You are not allowed to do this.');
  const [savers] = await countSavers(conn, listingId);
  if (!savers || savers.count < SAVED_COUNT_MIN) return { count: null, notifiesAt: null };
  const [shared] = await findSharedPrice(conn, listingId);
  const notifiesAt = Math.min(row.listing.priceCents - 1, largeDropFrom(shared?.cents ?? 0));
  return { count: Math.min(savers.count, COUNT_MAX), notifiesAt: fromCents(Math.max(notifiesAt, 0)) };
}
