import { forgetRemoval } from '../item-events/record-item-event.ts';
import { announce } from './announce.ts';
import type { Acting } from './context.ts';
import { updateListing } from './queries.ts';

/** What is brought back of an item that an admin removed; its owner's suspension still hides it. */
export interface PutBack {
  id: string;
  text: string | null;
  isSuspended: boolean;
}

/** Brings back a listing that an admin removed, without the photos that were deleted then. @returns whether it exists */
export async function putBackListing(
  { tx, ...trading }: Pick<Acting, 'tx' | 'publish' | 'onChange' | 'features'>,
  { id, text, isSuspended }: PutBack,
): Promise<boolean> {
  const shown = isSuspended ? { isSuspended } : { removedAt: null };
  if ((await updateListing(tx, id, { description: text, ...shown })).length === 0) return false;
  await forgetRemoval(tx, { listingId: id });
  if (!isSuspended) await announce({ tx, ...trading }, 'listing:changed', id);
  return true;
}
