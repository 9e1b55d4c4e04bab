import type { HoldListing } from '@selvedge/shared/holds';
import type { Listing } from '@selvedge/shared/listings';
import { lockConversation } from '../conversations/queries.ts';
import type { Actor } from '../core/actor.ts';
import { AppError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { announce } from '../listings/announce.ts';
import { isDeleted } from '../members/deleted.ts';
import { findBlock, requireUnblocked } from '../members/find-block.ts';
import { findMember } from '../members/queries.ts';
import type { HoldContext } from './free-listing.ts';
import { freeListing } from './free-listing.ts';
import { deletePlace, findHolder, type ListingWithHold, lockListingWithHold, setHold } from './queries.ts';

const HOUR = 3_600_000;

/** @throws not_found */
async function lockAvailable(tx: Tx, id: string): Promise<ListingWithHold> {
  const [listing] = await lockListingWithHold(tx, id);
  if (!listing || listing.removedAt) throw notFound('Listing not found');
  return listing;
}

/** Puts a locked listing on hold for the buyer of a conversation about it, for some hours from now. */
export async function placeHold(
  { publish, onChange }: Pick<HoldContext, 'publish' | 'onChange'>,
  tx: Tx,
  id: string,
  { conversationId, hours }: { conversationId: string; hours: number },
): Promise<Listing> {
  await setHold(tx, id, {
    holdConversationId: conversationId,
    holdUntil: new Date(Date.now() + hours * HOUR),
  });
  return announce({ tx, publish, onChange }, 'listing:changed', id);
}

/**
 * Puts the actor's listing on hold for a member with whom they have a conversation about it, or changes how long. On
 * hold for someone else, it passes to a member of its line, who leaves it; the others keep their places.
 * @throws not_found; forbidden for another member's listing or if the two are blocked; conflict if it is sold, or on hold
 * for someone else and they are not in its line, or the member has deleted the account; invalid_input if the conversation
 * is about something else
 */
export const holdListing = (
  ctx: HoldContext,
  actor: Actor,
  id: string,
  { conversationId, hours }: HoldListing,
): Promise<Listing> =>
  ctx.db.transact(async (tx) => {
    const listing = await lockAvailable(tx, id);
    if (listing.sellerId !== actor.id) throw new AppError('forbidden', 'You are not allowed to do this.');
    if (listing.isSold) throw new AppError('conflict', 'This item has already been sold.');
    const [conversation] = await lockConversation(tx, { id: conversationId, personId: actor.id });
    const isAbout = conversation?.listingId === id;
    const isInLine = isAbout && (await deletePlace(tx, id, conversation.buyerId)).length > 0;
    const isForOther = listing.holdConversationId !== null && listing.holdConversationId !== conversationId;
    if (isForOther && !isInLine) {
      throw new AppError('conflict', 'This item is on hold for someone else. Release it first.');
    }
    if (!isAbout) throw new AppError('invalid_input', 'The conversation is not about this listing');
    requireUnblocked(await findBlock(tx, actor.id, conversation.buyerId));
    const [buyer] = await findMember(tx, conversation.buyerId);
    if (!buyer || isDeleted(buyer)) throw new AppError('conflict', 'They have deleted their account.');
    return placeHold(ctx, tx, id, { conversationId, hours });
  });

/**
 * Ends the hold of a listing, by its seller or the member it is for. Without a hold it changes nothing.
 * @throws not_found; forbidden for everyone else
 */
export const releaseListing = (ctx: HoldContext, actor: Actor, id: string): Promise<void> =>
  ctx.db.transact(async (tx) => {
    const listing = await lockAvailable(tx, id);
    const [held] = await findHolder(tx, id);
    if (actor.id !== listing.sellerId && actor.id !== held?.holderId) {
      throw new AppError('forbidden', 'You are not allowed to do this.');
    }
    if (held) await freeListing(ctx, tx, id);
  });
