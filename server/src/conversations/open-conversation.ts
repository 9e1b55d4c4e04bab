import type { Conversation, OpenConversation } from '@selvedge/shared/conversations/conversations';
import { START_REFUSALS } from '@selvedge/shared/platform/start-refusals';
import { v7 as uuidv7 } from 'uuid';
import { findBlock, requireUnblocked } from '../members/public.ts';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { AppError, notFound } from '../platform/core/errors.ts';
import type { Conn } from '../platform/db/database.ts';
import { requireNewcomerLimit } from './newcomer-limit.ts';
import { presentConversation } from './present.ts';
import {
  findBetween,
  findListingOwner,
  findWantedOwner,
  type ItemRef,
  insertConversation,
  lockItem,
  memberExists,
} from './queries.ts';

const noLongerAvailable = () => new AppError('conflict', START_REFUSALS.closed);

interface Parties {
  buyerId: string;
  sellerId: string;
  item: ItemRef;
  /** Sold, fulfilled or removed: existing conversations continue, but new ones cannot be started. */
  isClosed: boolean;
}

/** @throws invalid_input; not_found */
async function findParties(conn: Conn, actor: Actor, input: OpenConversation): Promise<Parties> {
  const { sellerId: otherId, listingId = null, wtbListingId: wantedId = null, isWTB } = input;
  if (otherId === actor.id) {
    throw new AppError('invalid_input', START_REFUSALS.withOneself);
  }
  const [item] = isWTB
    ? await findWantedOwner(conn, wantedId ?? '')
    : await findListingOwner(conn, listingId ?? '');
  if (!item) throw notFound(isWTB ? START_REFUSALS.noWanted : START_REFUSALS.noListing);
  if (item.ownerId === actor.id) {
    throw new AppError('invalid_input', START_REFUSALS.withOneself);
  }
  if (item.ownerId !== otherId) {
    if (!(await memberExists(conn, otherId))) throw notFound(START_REFUSALS.noSeller);
    const { notTheirListing, notTheirWanted } = START_REFUSALS;
    throw new AppError('invalid_input', isWTB ? notTheirWanted : notTheirListing);
  }
  const [buyerId, sellerId] = isWTB ? [otherId, actor.id] : [actor.id, otherId];
  return {
    buyerId,
    sellerId,
    item: { listingId, wantedId },
    isClosed: item.isClosed || item.removedAt !== null,
  };
}

/** Finds their conversation about the item, if any. @throws like `openConversation`, except rate_limited. */
async function findExisting(conn: Conn, actor: Actor, input: OpenConversation) {
  const { buyerId, sellerId, item, isClosed } = await findParties(conn, actor, input);
  requireUnblocked(await findBlock(conn, actor.id, input.sellerId));
  const [existing] = await findBetween(conn, buyerId, sellerId, item);
  if (!existing && isClosed) throw noLongerAvailable();
  return { parties: { buyerId, sellerId, ...item }, existing };
}

/**
 * Finds or starts the only conversation of two members about an item; concurrent calls return the same one.
 * @throws invalid_input for the actor's own item or a third member's; not_found; conflict if the item is
 * closed; forbidden if the two are blocked; rate_limited if the actor has started too many conversations
 */
export async function openConversation(
  { db, config, limits }: Ctx,
  actor: Actor,
  input: OpenConversation,
): Promise<{ conversation: Conversation; isNew: boolean }> {
  const { existing: found } = await db.read((conn) => findExisting(conn, actor, input));
  if (found) return { conversation: presentConversation(found, actor.id), isNew: false };
  // Outside the transaction, because only queries may be awaited inside it, and these counts may be in Redis.
  await limits.take('newConversation', actor.id);
  return db.transact(async (tx) => {
    // Lock the item, so that closing it waits for the new conversation and includes it.
    await lockItem(tx, input);
    const { parties, existing } = await findExisting(tx, actor, input);
    if (existing) return { conversation: presentConversation(existing, actor.id), isNew: false };
    if (config.rateLimits) await requireNewcomerLimit(tx, actor);

    const at = new Date();
    const id = uuidv7();
    await insertConversation(tx, {
      ...{ id, ...parties, creatorId: actor.id },
      ...{ lastMessageAt: at, createdAt: at, changedAt: at },
    });
    const { listingId, wantedId } = parties;
    const [row] = await findBetween(tx, parties.buyerId, parties.sellerId, { listingId, wantedId });
    if (!row) throw new Error(`conversation ${id} not found after insert`);
    return { conversation: presentConversation(row, actor.id), isNew: row.conversation.id === id };
  });
}
