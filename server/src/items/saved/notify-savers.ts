import { type SaleState, saleStateOf } from '@selvedge/shared/items/saved';
import { formatPrice } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inSlices } from '../../platform/jobs/in-slices.ts';
import { findListing, lockListing } from '../listings/queries.ts';
import { createItemQueue } from '../queue/item-queue.ts';
import { lockOutdated, membersOf, type OutdatedRow, updateKnown } from './queries.ts';

/** How many members are notified in one transaction: other writers run in between. */
const BATCH = 8;
const DAY = 86_400_000;

/** What members are notified of. */
export type SavedChange = 'sold' | 'reached' | 'dropped' | 'back' | 'freed';

/** What became of a listing since the state that a member knows, if it is worth a notification. */
function changeOf(
  { knownState: known, isReached, isDropped }: OutdatedRow,
  now: SaleState,
): SavedChange | null {
  if (now === 'sold') return known === 'sold' ? null : 'sold';
  if (now === 'on_hold') return null;
  if (isReached) return 'reached';
  if (isDropped) return 'dropped';
  return { sold: 'back' as const, on_hold: 'freed' as const, available: null }[known];
}

/**
 * Stores the listing's state as known, and emits the notifications that follow, in one transaction: a member is notified
 * once.
 * @returns the last of those who were behind; null if nobody was
 */
async function notifyBatch(ctx: Ctx, tx: Tx, listingId: string, above: string): Promise<string | null> {
  // One node at a time: another would compare with an older state.
  await lockListing(tx, { id: listingId });
  const [row] = await findListing(tx, { id: listingId });
  // What is removed may come back; its members are then notified of what differs.
  if (!row) return null;
  const { sellerId, priceCents, isSold, holdUntil } = row.listing;
  const state = saleStateOf(isSold, holdUntil !== null);
  const outdated = await lockOutdated(tx, { listingId, state, priceCents }, { above, limit: BATCH });
  const last = outdated.at(-1)?.id ?? null;
  if (last === null) return null;
  const ids = outdated.map(({ id }) => id);
  const dropped = outdated.filter((row) => row.isDropped || row.isReached).map(({ id }) => id);
  await updateKnown(tx, ids, { knownState: state });
  if (dropped.length > 0) await updateKnown(tx, dropped, { knownPriceCents: priceCents });
  // Switched on again, it does not catch up.
  if (!ctx.settings.isOn('saved')) return last;
  const changes = new Map(outdated.map((row) => [row.id, changeOf(row, state)]));
  const price = formatPrice(fromCents(priceCents), ctx.settings.current().currency);
  const now = new Date();
  const isQuiet = (notifiedAt: Date | null) =>
    notifiedAt !== null && now.getTime() - notifiedAt.getTime() < DAY;
  const members = (await membersOf(tx, ids)).flatMap(({ notifiedAt, ...member }) => {
    const change = changes.get(member.id);
    return change ? [{ ...member, change, isQuiet: isQuiet(notifiedAt) }] : [];
  });
  if (members.length === 0) return last;
  await tx.emit('members notified', {
    kind: 'saved-item',
    notices: members.map(({ memberId, change, ...member }) => ({
      ...{ userId: memberId, otherId: sellerId, listingId },
      ...{ isQuiet: member.isQuiet, data: { change, price } },
    })),
  });
  const pushed = members.filter((member) => !member.isQuiet).map(({ id }) => id);
  if (pushed.length > 0) await updateKnown(tx, pushed, { notifiedAt: now });
  return last;
}

/** Notifies all members who saved a listing of what has changed since they were last notified. */
export async function notifySavers(ctx: Ctx, listingId: string, isClosed: () => boolean): Promise<void> {
  // A later change of the listing has a job of its own, for all of them again.
  let above = LOWEST_ID;
  await inSlices(async () => {
    const last = await ctx.db.transact((tx) => notifyBatch(ctx, tx, listingId, above));
    above = last ?? above;
    return last !== null;
  }, isClosed);
}

export const savedQueueOf = perProduct((ctx) => createItemQueue(ctx, 'savers', notifySavers));
