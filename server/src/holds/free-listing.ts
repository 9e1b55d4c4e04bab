import type { Tx } from '../db/database.ts';
import { announce } from '../listings/announce.ts';
import type { Trading } from '../listings/context.ts';
import { hiddenPeople } from '../members/block-queries.ts';
import { deleteLine, freeLine, type ListingWithHold, setHold } from './queries.ts';

/** The dependencies of this feature's operations. */
export type HoldContext = Pick<Trading, 'db' | 'publish' | 'onChange'>;

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/**
 * Releases a locked listing and notifies the members in its line, in order: their pages at once, and those who are away by
 * `notifyFreed`. This empties the line, so that nobody is notified twice.
 */
export async function freeListing(
  { publish, onChange }: Pick<HoldContext, 'publish' | 'onChange'>,
  tx: Tx,
  id: string,
): Promise<void> {
  await setHold(tx, id, { holdConversationId: null, holdUntil: null });
  const listing = await announce({ tx, publish, onChange }, 'listing:changed', id);
  const hidden = new Set((await hiddenPeople(tx, { id: listing.sellerId })).map((person) => person.id));
  const line = (await freeLine(tx, id, new Date()))
    .sort(byId)
    .filter(({ personId }) => !hidden.has(personId));
  tx.afterCommit(() => {
    for (const { personId } of line) publish.toPerson(personId, 'listing:freed', { listing });
  });
}

/** Ends the hold of a listing that is sold or gone, and its line, without a notification: it has not freed up. */
export async function endHoldSilently(tx: Tx, id: string): Promise<void> {
  await setHold(tx, id, { holdConversationId: null, holdUntil: null });
  await deleteLine(tx, id);
}

/** Ends the hold of a locked listing, which frees it up unless it is sold or gone. */
export const endHold = (
  ctx: Pick<HoldContext, 'publish' | 'onChange'>,
  tx: Tx,
  id: string,
  { isSold, removedAt }: Pick<ListingWithHold, 'isSold' | 'removedAt'>,
): Promise<void> => (isSold || removedAt !== null ? endHoldSilently(tx, id) : freeListing(ctx, tx, id));
