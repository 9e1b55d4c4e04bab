import type { RemovedContent } from '../../platform/db/stored-photo.ts';
import { forgetRemoval } from '../events/record-item-event.ts';
import { announceListing } from './announce.ts';
import type { Acting } from './context.ts';
import { updateListing } from './queries.ts';

/** What is brought back of an item that an admin removed; its owner's suspension still hides it. */
interface PutBack extends RemovedContent {
  id: string;
  isSuspended: boolean;
}

/** Brings back a listing that an admin removed. @returns whether it exists */
export async function putBackListing(
  { tx, ...trading }: Pick<Acting, 'tx' | 'publish' | 'features'>,
  { id, text, photos, proofPhoto, isSuspended }: PutBack,
): Promise<boolean> {
  const shown = isSuspended ? { isSuspended } : { removedAt: null };
  const restored = { description: text, ...(photos && { photos }), ...(proofPhoto && { proofPhoto }) };
  if ((await updateListing(tx, id, { ...restored, ...shown })).length === 0) return false;
  await forgetRemoval(tx, { listingId: id });
  if (!isSuspended) await announceListing({ tx, ...trading }, 'listing:changed', id);
  return true;
}
