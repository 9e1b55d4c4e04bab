import type { Message } from '@selvedge/shared/conversations/conversations';
import { DEAL_TEXTS } from '@selvedge/shared/deals/deal-texts';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { lockConversation, sendWithin } from '../../conversations/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { endProposed } from './end-proposed.ts';
import { notifyOfDeal } from './notify-of-deal.ts';
import {
  type DealRow,
  dealOfListing,
  dealOfWanted,
  insertDeal,
  lockSoldListing,
  lockSoldWanted,
} from './queries.ts';

export type Item = { listingId: string; wantedId: null } | { listingId: null; wantedId: string };

async function lockItem(tx: Tx, item: Item) {
  if (item.wantedId === null) return (await lockSoldListing(tx, item.listingId))[0];
  const [wanted] = await lockSoldWanted(tx, item.wantedId);
  // When a WTB was found is not stored.
  return wanted && { ...wanted, photos: [], closedAt: wanted.isFulfilled ? new Date() : null };
}

/** @throws not_found; forbidden for another member's item; conflict if it is not marked as sold or found */
async function lockOwnSold(tx: Tx, actor: Actor, item: Item) {
  const found = await lockItem(tx, item);
  const name = item.wantedId === null ? 'Listing' : 'WTB listing';
  if (!found || found.removedAt) throw notFound(`${name} not found`);
  if (found.ownerId !== actor.id) throw new AppError('forbidden', 'You are not allowed to do this.');
  if (!found.closedAt) throw new AppError('conflict', 'Mark it as sold or found first.');
  return { title: found.title, photo: found.photos[0] ?? null, soldAt: found.closedAt };
}

async function endEarlier(ctx: Ctx, tx: Tx, item: Item, conversationId: string | null) {
  const [earlier] = await (item.wantedId === null
    ? dealOfListing(tx, item.listingId)
    : dealOfWanted(tx, item.wantedId));
  if (!earlier) return null;
  if (earlier.conversationId === conversationId) return earlier;
  if (earlier.state === 'made') throw new AppError('conflict', 'They have already confirmed this deal.');
  await endProposed(ctx, tx, earlier);
  return null;
}

/**
 * Asks the member with whom the actor has made a deal, in their conversation about the item. Naming another
 * member ends the first question; without a `conversationId`, for somebody else, nothing is stored.
 * @returns the message that asks; null for somebody else
 * @throws not_found; forbidden for another member's item; conflict if it is not sold or found, or the deal is
 * made; invalid_input if the conversation is about something else; as `sendMessage`
 */
export function nameOther(
  ctx: Ctx,
  actor: Actor,
  item: Item,
  conversationId: string | null,
): Promise<Message | null> {
  return ctx.db.transact(async (tx) => {
    const sold = await lockOwnSold(tx, actor, item);
    const earlier = await endEarlier(ctx, tx, item, conversationId);
    if (conversationId === null) return null;
    const [conversation] = await lockConversation(tx, { id: conversationId, memberId: actor.id });
    if (
      !conversation ||
      conversation.listingId !== item.listingId ||
      conversation.wantedId !== item.wantedId
    ) {
      throw new AppError('invalid_input', 'The conversation is not about this item');
    }
    const deal: DealRow = earlier ?? {
      id: uuidv7(),
      ...item,
      conversationId,
      buyerId: conversation.buyerId,
      sellerId: conversation.sellerId,
      ...sold,
      state: 'proposed',
      proposedAt: new Date(),
      madeAt: null,
    };
    if (!earlier) {
      await insertDeal(tx, deal);
      await notifyOfDeal(tx, 'deal-asked', deal, actor);
    }
    const content = DEAL_TEXTS[item.wantedId === null ? 'listing' : 'wanted'].ask;
    // The same for a repeat, which thus asks no second time.
    const clientId = uuidv5('ask', deal.id);
    return sendWithin(ctx, tx, {
      actor,
      input: { type: 'text', conversationId, clientId, content },
      statement: { deal, record: { kind: 'deal', says: 'ask', isWTB: item.wantedId !== null } },
    });
  });
}
