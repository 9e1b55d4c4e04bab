import type { Interested } from '@selvedge/shared/deals/deals';
import { presentMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import type { Item } from './name-other.ts';
import { findOwnerOfListing, findOwnerOfWanted, interestedIn } from './queries.ts';

/** The most members that are listed: with more, the seller no longer remembers the others. */
const INTERESTED_MAX = 100;

/**
 * The members who have a conversation with the actor about their item, latest message first, without blocked and deleted
 * ones: those cannot be asked.
 * @throws not_found; forbidden for another member's item
 */
export async function listInterested(conn: Conn, actor: Actor, item: Item): Promise<Interested[]> {
  const isListing = item.wantedId === null;
  const [found] = await (isListing
    ? findOwnerOfListing(conn, item.listingId)
    : findOwnerOfWanted(conn, item.wantedId));
  if (!found) throw notFound(isListing ? 'Listing not found' : 'WTB listing not found');
  if (found.ownerId !== actor.id) throw new AppError('forbidden', 'You are not allowed to do this.');
  const rows = await interestedIn(conn, item, actor.id, INTERESTED_MAX);
  return rows.map(({ person, conversationId }) => ({ person: presentMember(person), conversationId }));
}
