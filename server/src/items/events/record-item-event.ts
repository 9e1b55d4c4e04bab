import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { deleteRemovals, type EventRow, insertEvents } from './queries.ts';

type Item = { listingId: string } | { wantedId: string };
type NewEvent =
  | { kind: 'price' | 'budget'; fromCents: number; toCents: number }
  | { kind: Exclude<EventRow['kind'], 'price' | 'budget'> };

/**
 * Records an item event in the transaction that causes it. Setting a price to its current value is not an
 * event.
 */
export async function recordItemEvent(tx: Tx, item: Item, event: NewEvent): Promise<void> {
  if ('toCents' in event && event.fromCents === event.toCents) return;
  await insertEvents(tx, [{ id: uuidv7(), at: new Date(), ...item, ...event }]);
}

/** Records the removal of several items in one statement. */
export async function recordRemovals(tx: Tx, items: Item[]): Promise<void> {
  const at = new Date();
  const rows = items.map((item) => ({ id: uuidv7(), at, kind: 'removed' as const, ...item }));
  if (rows.length > 0) await insertEvents(tx, rows);
}

/** Takes the removal of an item out of its history, when the item is brought back. */
export async function forgetRemoval(tx: Tx, item: Item): Promise<void> {
  await deleteRemovals(tx, item);
}
