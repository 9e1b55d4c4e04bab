import type { Conversation, OpenConversation } from '@selvedge/shared/conversations';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../actor.ts';
import { findBlock, requireUnblocked } from '../blocks/find-block.ts';
import type { Tx } from '../db/database.ts';
import { AppError, notFound } from '../errors.ts';
import type { Conversing } from './context.ts';
import { requireNoFlood } from './newcomer-limit.ts';
import { presentConversation } from './present.ts';
import {
  findBetween,
  findListingOwner,
  findWantedOwner,
  type ItemRef,
  insertConversation,
  personExists,
} from './queries.ts';

const noLongerAvailable = () => new AppError('conflict', 'This listing is no longer available.');

interface Parties {
  buyerId: string;
  sellerId: string;
  item: ItemRef;
  /** Sold, fulfilled or removed: people already talking go on, nobody starts. */
  isClosed: boolean;
}

async function findParties(tx: Tx, actor: Actor, input: OpenConversation): Promise<Parties> {
  const { sellerId: otherId, listingId = null, wtbListingId: wantedId = null, isWTB } = input;
  if (otherId === actor.id) {
    throw new AppError('invalid_input', 'You cannot start a conversation with yourself');
  }
  const [item] = isWTB
    ? await findWantedOwner(tx, wantedId ?? '')
    : await findListingOwner(tx, listingId ?? '');
  if (!item) throw notFound(isWTB ? 'WTB listing not found' : 'Listing not found');
  if (item.ownerId === actor.id) {
    throw new AppError('invalid_input', 'You cannot start a conversation with yourself');
  }
  if (item.ownerId !== otherId) {
    if (!(await personExists(tx, otherId))) throw notFound('Seller not found');
    const what = isWTB ? 'WTB listing' : 'Listing';
    throw new AppError('invalid_input', `${what} does not belong to the specified user`);
  }
  const [buyerId, sellerId] = isWTB ? [otherId, actor.id] : [actor.id, otherId];
  return {
    buyerId,
    sellerId,
    item: { listingId, wantedId },
    isClosed: item.isClosed || item.removedAt !== null,
  };
}

/**
 * Finds or starts the one conversation between two people about one item. Whoever calls first, or twice, or twice at
 * once, gets the same one.
 * @throws invalid_input for oneself or an item of somebody else; not_found; conflict when the item takes no new ones;
 * forbidden while a block stands between the two; rate_limited for an account that is new and has started many.
 */
export async function openConversation(
  { db, limitsNewcomers }: Conversing,
  actor: Actor,
  input: OpenConversation,
): Promise<{ conversation: Conversation; isNew: boolean }> {
  return db.transact(async (tx) => {
    const { buyerId, sellerId, item, isClosed } = await findParties(tx, actor, input);
    requireUnblocked(await findBlock(tx, actor.id, input.sellerId));
    const [existing] = await findBetween(tx, buyerId, sellerId, item);
    if (existing) return { conversation: presentConversation(existing, actor.id), isNew: false };
    if (isClosed) throw noLongerAvailable();
    if (limitsNewcomers) await requireNoFlood(tx, actor);

    const at = new Date();
    const inserted = await insertConversation(tx, {
      id: uuidv7(),
      buyerId,
      sellerId,
      ...item,
      creatorId: actor.id,
      lastMessageAt: at,
      createdAt: at,
      changedAt: at,
    });
    const [row] = await findBetween(tx, buyerId, sellerId, item);
    if (!row) throw new Error('a conversation just opened is not there');
    return { conversation: presentConversation(row, actor.id), isNew: inserted.length > 0 };
  });
}
