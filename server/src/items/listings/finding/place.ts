import { Id } from '@selvedge/shared/platform/id';
import { PRICE_MAX, type Sort } from '@selvedge/shared/platform/limits';
import { wholeNumber } from '@selvedge/shared/platform/whole-number';
import * as z from 'zod';
import { decodeCursor, encodeCursor, foreignCursor, LOWEST_ID, TOP } from '../../../platform/core/paging.ts';
import type { ListingRow } from '../queries.ts';

/** A place in the grid: the sort key (an instant or cents), and the id as a tie-breaker. */
export interface GridPlace {
  key: Date | number;
  id: string;
}

const PRICE_MAX_CENTS = PRICE_MAX * 100;

/** The position before the first listing of each order, so that the first page is queried like any other. */
const START: Record<Sort, GridPlace> = {
  bumped: { key: TOP.at, id: TOP.id },
  newest: { key: TOP.at, id: TOP.id },
  'price-asc': { key: 0, id: LOWEST_ID },
  'price-desc': { key: PRICE_MAX_CENTS + 1, id: TOP.id },
};

/** The position before the first listing of an order. */
export const startOf = (sort: Sort): GridPlace => START[sort];

const keyOf = ({ listing: l }: ListingRow, sort: Sort): Date | number =>
  ({ bumped: l.bumpedAt, newest: l.createdAt, 'price-asc': l.priceCents, 'price-desc': l.priceCents })[sort];

const EncodedPrice = z.tuple([wholeNumber(0, PRICE_MAX_CENTS), Id]);

/**
 * The cursor of the page after a row. Except in the default order, cursors begin with the name of the order.
 */
export function cursorOf(row: ListingRow, sort: Sort): string {
  const { id } = row.listing;
  const key = keyOf(row, sort);
  if (sort === 'bumped' && key instanceof Date) return encodeCursor({ at: key, id });
  return Buffer.from(`${sort}.${Number(key)}.${id}`).toString('base64url');
}

/** The place of a cursor. @throws invalid_input when the cursor belongs to another order. */
export function placeOf(cursor: string | undefined, sort: Sort): GridPlace {
  if (cursor === undefined) return startOf(sort);
  const text = Buffer.from(cursor, 'base64url').toString();
  if (sort !== 'bumped' && !text.startsWith(`${sort}.`)) throw foreignCursor();
  const rest = sort === 'bumped' ? text : text.slice(sort.length + 1);
  if (sort === 'bumped' || sort === 'newest') {
    const { at, id } = decodeCursor(Buffer.from(rest).toString('base64url'));
    return { key: at, id };
  }
  const parsed = EncodedPrice.safeParse(rest.split('.'));
  if (!parsed.success) throw foreignCursor();
  const [key, id] = parsed.data;
  return { key, id };
}
