import type { HoldListing } from '@selvedge/shared/deals/holds';
import type { Listing } from '@selvedge/shared/items/listings';
import { HOLD_HOURS } from '@selvedge/shared/platform/limits';
import { lockConversation } from '../../conversations/public.ts';
import { announceListing } from '../../items/public.ts';
import { findBlock, findMember, isDeleted, lockSuspension, requireUnblocked } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announceHold } from './announce-hold.ts';
import { freeListing } from './free-listing.ts';
import {
  deletePlace,
  findHolder,
  findListingWithHold,
  type ListingWithHold,
  lockListingWithHold,
  setHold,
} from './queries.ts';

const HOUR = 3_600_000;

/** @throws not_found */
async function lockAvailable(tx: Tx, id: string): Promise<ListingWithHold> {
  const [listing] = await lockListingWithHold(tx, { id });
  if (!listing || listing.removedAt) throw notFound('Listing not found');
  return listing;
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);

async function placeHold(
  ctx: Ctx,
  tx: Tx,
  id: string,
  hold: { holdConversationId: string; holdUntil: Date },
): Promise<Listing> {
  await setHold(tx, id, hold);
  return announceListing(ctx, tx, 'held', id);
}

/** @throws conflict unless the member can come back to the item */
async function requireActive(tx: Tx, id: string): Promise<void> {
  const [member] = await findMember(tx, id);
  if (!member || isDeleted(member)) throw new AppError('conflict', 'They have deleted their account.');
  const [suspension] = await lockSuspension(tx, id);
  if (suspension?.until && suspension.until > new Date()) {
    throw new AppError('conflict', 'Their account is suspended.');
  }
}

/** Their own hold that lasts longer stays. @throws conflict unless the buyer can come back to it */
export async function placeHoldForOffer(
  ctx: Ctx,
  tx: Tx,
  id: string,
  { conversationId, buyerId }: { conversationId: string; buyerId: string },
): Promise<void> {
  await requireActive(tx, buyerId);
  const [listing] = await findListingWithHold(tx, { id });
  const own = listing?.holdConversationId === conversationId ? listing.holdUntil : null;
  const until = hoursFromNow(HOLD_HOURS);
  await placeHold(ctx, tx, id, {
    holdConversationId: conversationId,
    holdUntil: own && own > until ? own : until,
  });
}

/**
 * Puts the actor's listing on hold for a member of a conversation about it, or changes how long. On hold for
 * someone else, it passes to a member of its line, who leaves it; the others keep their places.
 * @throws not_found; forbidden for another member's listing or after a block; conflict if it is sold, or on
 * hold for someone else and they are not in its line, or the member is suspended or deleted; invalid_input
 * for a conversation about something else
 */
export function holdListing(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { conversationId, hours }: HoldListing,
): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const listing = await lockAvailable(tx, id);
    if (listing.sellerId !== actor.id) throw new AppError('forbidden', 'You are not allowed to do this.');
    if (listing.isSold) throw new AppError('conflict', 'This item has already been sold.');
    const [conversation] = await lockConversation(tx, { id: conversationId, memberId: actor.id });
    const isAbout = conversation?.listingId === id;
    const isInLine = isAbout && (await deletePlace(tx, id, conversation.buyerId)).length > 0;
    const before = listing.holdConversationId === conversationId ? null : listing.holdConversationId;
    if (before && !isInLine) {
      throw new AppError('conflict', 'This item is on hold for someone else. Release it first.');
    }
    if (!isAbout) throw new AppError('invalid_input', 'The conversation is not about this listing');
    requireUnblocked(await findBlock(tx, actor.id, conversation.buyerId));
    await requireActive(tx, conversation.buyerId);
    const until = hoursFromNow(hours);
    const held = await placeHold(ctx, tx, id, { holdConversationId: conversationId, holdUntil: until });
    if (before) await announceHold(ctx, tx, { conversationId: before, memberId: actor.id, until: null });
    await announceHold(ctx, tx, { conversationId, memberId: actor.id, until });
    return held;
  });
}

/** Ends a hold, if there is one. @throws not_found; forbidden unless the actor is the seller or the holder */
export function releaseListing(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    const listing = await lockAvailable(tx, id);
    const [held] = await findHolder(tx, id);
    if (actor.id !== listing.sellerId && actor.id !== held?.holderId) {
      throw new AppError('forbidden', 'You are not allowed to do this.');
    }
    const { holdConversationId: conversationId } = listing;
    if (!held || !conversationId) return;
    await freeListing(ctx, tx, id, 'released');
    await announceHold(ctx, tx, { conversationId, memberId: actor.id, until: null });
  });
}
