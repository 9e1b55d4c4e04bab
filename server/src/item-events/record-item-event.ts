import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/database.ts';
import { type EventRow, insertEvents } from './queries.ts';

type Item = { listingId: string } | { wantedId: string };
type Happening =
  | { kind: 'price' | 'budget'; fromCents: number; toCents: number }
  | { kind: Exclude<EventRow['kind'], 'price' | 'budget'> };

/** Records an event of an item, in the transaction that causes it. A price set to what it was is no event. */
export async function recordItemEvent(tx: Tx, item: Item, happening: Happening): Promise<void> {
  if ('toCents' in happening && happening.fromCents === happening.toCents) return;
  await insertEvents(tx, [{ id: uuidv7(), at: new Date(), ...item, ...happening }]);
}

/** Records the removal of several items in one statement. */
export async function recordRemovals(tx: Tx, items: Item[]): Promise<void> {
  const at = new Date();
  const rows = items.map((item) => ({ id: uuidv7(), at, kind: 'removed' as const, ...item }));
  if (rows.length > 0) await insertEvents(tx, rows);
}
