import type { Line } from '@selvedge/shared/deals/holds';
import { LINE_MAX } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { isHidden, presentMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import { announceLine } from './announce-line.ts';
import {
  deletePlace,
  findHolder,
  findListingWithHold,
  insertPlace,
  type ListingWithHold,
  lineOf,
  lockListingWithHold,
} from './queries.ts';

/** @throws not_found, also if the actor and the seller are blocked */
async function requireShown(
  conn: Conn,
  actor: Actor,
  listing: ListingWithHold | undefined,
): Promise<ListingWithHold> {
  const isShown = listing && !listing.removedAt && !(await isHidden(conn, actor, listing.sellerId));
  if (!isShown) throw notFound('Listing not found');
  return listing;
}

async function readLineOf(conn: Conn, actor: Actor, id: string): Promise<Line> {
  const [found] = await findListingWithHold(conn, { id });
  const { sellerId, holdUntil } = await requireShown(conn, actor, found);
  const [held] = await findHolder(conn, id);
  const line = await lineOf(conn, id);
  const isParty = actor.id === sellerId || actor.id === held?.holderId;
  const place = line.findIndex(({ person }) => person.id === actor.id);
  return {
    isOnHold: holdUntil !== null,
    hold: isParty && holdUntil ? { until: holdUntil.toISOString() } : null,
    place: place < 0 ? null : place + 1,
    people:
      actor.id === sellerId
        ? line.map(({ person, conversationId }) => ({ person: presentMember(person), conversationId }))
        : null,
  };
}

/** @throws not_found */
export function readLine({ db }: Ctx, actor: Actor, id: string): Promise<Line> {
  return db.read((conn) => readLineOf(conn, actor, id));
}

/**
 * Joining again keeps the place.
 * @throws not_found; conflict if it is not on hold, is theirs or held for them, or if the line is full
 */
export function joinLine(ctx: Ctx, actor: Actor, id: string): Promise<Line> {
  return ctx.db.transact(async (tx) => {
    const [locked] = await lockListingWithHold(tx, { id });
    const { sellerId, holdUntil } = await requireShown(tx, actor, locked);
    if (!holdUntil) throw new AppError('conflict', 'This item is not on hold.');
    const [held] = await findHolder(tx, id);
    if (actor.id === sellerId) throw new AppError('conflict', 'This is your own item.');
    if (actor.id === held?.holderId) throw new AppError('conflict', 'This item is held for you.');
    const line = await lineOf(tx, id);
    const isIn = line.some(({ person }) => person.id === actor.id);
    if (!isIn && line.length >= LINE_MAX) throw new AppError('conflict', 'The line for this item is full.');
    await insertPlace(tx, { id: uuidv7(), listingId: id, memberId: actor.id, joinedAt: new Date() });
    await announceLine(ctx, tx, id);
    return readLineOf(tx, actor, id);
  });
}

/** Removes the actor from a listing's line, if they are in it. @throws not_found once they have left, like `readLine` */
export async function leaveLine(ctx: Ctx, actor: Actor, id: string): Promise<Line> {
  // A transaction of its own: someone who no longer sees the listing, because of a block, leaves as well.
  await ctx.db.transact(async (tx) => {
    if ((await deletePlace(tx, id, actor.id)).length > 0) await announceLine(ctx, tx, id, [actor.id]);
  });
  return readLine(ctx, actor, id);
}
