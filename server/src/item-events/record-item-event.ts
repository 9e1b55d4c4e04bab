import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/database.ts';
import { type EventRow, insertEvents } from './queries.ts';

type Item = { listingId: string } | { wantedId: string };
type Happening =
  | { kind: 'price' | 'budget'; fromCents: number; toCents: number }
  | { kind: Exclude<EventRow['kind'], 'price' | 'budget'> };

/** Writes down what happens to an item, in the transaction that does it. An amount that stays is nothing. */
export async function recordItemEvent(tx: Tx, item: Item, happening: Happening): Promise<void> {
  if ('toCents' in happening && happening.fromCents === happening.toCents) return;
  await insertEvents(tx, [{ id: uuidv7(), at: new Date(), ...item, ...happening }]);
}

/** Writes down that items were removed, all at once. */
export async function recordRemovals(tx: Tx, items: Item[]): Promise<void> {
  const at = new Date();
  const rows = items.map((item) => ({ id: uuidv7(), at, kind: 'removed' as const, ...item }));
  if (rows.length > 0) await insertEvents(tx, rows);
}
