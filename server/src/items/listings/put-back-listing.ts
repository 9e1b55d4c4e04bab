import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';
import { forgetRemoval } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import { updateListing } from './queries.ts';

/** What is brought back of an item that an admin removed; its owner's suspension still hides it. */
interface PutBack extends RemovedContent {
  id: string;
  isSuspended: boolean;
}

/** Brings back a listing that an admin removed. @returns whether it exists */
export async function putBackListing(
  ctx: Ctx,
  tx: Tx,
  { id, text, photos, proofPhoto, isSuspended }: PutBack,
): Promise<boolean> {
  const shown = isSuspended ? { isSuspended } : { removedAt: null };
  const restored = { description: text, ...(photos && { photos }), ...(proofPhoto && { proofPhoto }) };
  if ((await updateListing(tx, id, { ...restored, ...shown })).length === 0) return false;
  await forgetRemoval(tx, { listingId: id });
  if (!isSuspended) await announceListing(ctx, tx, 'updated', id);
  return true;
}
