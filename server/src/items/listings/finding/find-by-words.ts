import { hash } from 'node:crypto';
import type { Houses } from '@selvedge/shared/items/houses';
import { parseSearchTerm, type SearchTerm } from '@selvedge/shared/items/search-words';
import { foldForSearch } from '@selvedge/shared/platform/fold';
import { Id } from '@selvedge/shared/platform/id';
import type { Sort } from '@selvedge/shared/platform/limits';
import { wholeNumber } from '@selvedge/shared/platform/whole-number';
import * as z from 'zod';
import { AT_MAX, foreignCursor } from '../../../platform/core/paging.ts';
import type { Conn } from '../../../platform/db/database.ts';
import { countUpTo } from '../../../platform/db/search.ts';
import type { ListingRow } from '../queries.ts';
import { COUNTED } from './find-listings.ts';
import type { Filters } from './find-query.ts';
import { cursorOf, type GridPlace, placeOf, startOf } from './place.ts';
import { idsByWords, idsToCountByWords, listingsOf, type Search } from './queries.ts';
import { foundAnywhere, ranksOf } from './word-ranks.ts';

/** A place in the results of a search by words: the rank, and the place within it. */
export interface RankedPlace {
  rank: number;
  place: GridPlace;
}
export interface RankedRow {
  row: ListingRow;
  rank: number;
}

const RANKS = 3;
/** Cursors name their search, since the ranks of another one mean other listings. */
const nameOf = (q: string): string => hash('sha256', foldForSearch(q), 'base64url').slice(0, 8);

const Encoded = z.tuple([wholeNumber(0, RANKS - 1), wholeNumber(0, AT_MAX), Id]);

/** The cursor of the page after a row. Only the default order is by rank. */
export function rankedCursorOf({ row, rank }: RankedRow, q: string, sort: Sort): string {
  if (sort !== 'bumped') return cursorOf(row, sort);
  const { bumpedAt, id } = row.listing;
  return Buffer.from(`q.${nameOf(q)}.${rank}.${bumpedAt.getTime()}.${id}`).toString('base64url');
}

/** @throws invalid_input when the cursor belongs to another order or search. */
export function rankedPlaceOf(cursor: string | undefined, q: string, sort: Sort): RankedPlace {
  if (cursor === undefined) return { rank: 0, place: startOf(sort) };
  if (sort !== 'bumped') return { rank: 0, place: placeOf(cursor, sort) };
  const [kind, name, ...rest] = Buffer.from(cursor, 'base64url').toString().split('.');
  const parsed = Encoded.safeParse(rest);
  if (kind !== 'q' || name !== nameOf(q) || !parsed.success) throw foreignCursor();
  const [rank, ms, id] = parsed.data;
  return { rank, place: { key: new Date(ms), id } };
}

interface Page {
  q: string;
  filters: Filters;
  sort: Sort;
  from: RankedPlace;
  limit: number;
  isCounted: boolean;
  hidden: Search['hidden'];
  without: Search['without'];
  since: Date | undefined;
  houses: Houses;
}

/** @returns the ids of a page, rank by rank */
async function idsOfPage(conn: Conn, term: SearchTerm, { sort, from, limit, ...search }: Page) {
  const ranks = sort === 'bumped' ? ranksOf(term) : [foundAnywhere(term)];
  const found: { id: string; rank: number }[] = [];
  for (const [rank, query] of ranks.entries()) {
    if (rank < from.rank || found.length === limit) continue;
    const place = rank === from.rank ? from.place : startOf(sort);
    const ids = await idsByWords(conn, { ...search, query, sort, from: place }, limit - found.length);
    found.push(...ids.map(({ id }) => ({ id, rank })));
  }
  return found;
}

/**
 * Finds listings by words: what hits the brand first, then the title, then the description.
 * @returns a total above `COUNT_MAX` when counting stopped there
 */
export async function findByWords(
  conn: Conn,
  page: Page,
): Promise<{ rows: RankedRow[]; total: number | null }> {
  const term = parseSearchTerm(page.q, page.houses.namesOf);
  const found = term.length === 0 ? [] : await idsOfPage(conn, term, page);
  const byId = new Map((await listingsOf(conn, found)).map((row) => [row.listing.id, row]));
  const rows = found.flatMap(({ id, rank }) => {
    const row = byId.get(id);
    return row ? [{ row, rank }] : [];
  });
  if (!page.isCounted) return { rows, total: null };
  if (rows.length < page.limit) return { rows, total: rows.length };
  const counted = idsToCountByWords(conn, { ...page, query: foundAnywhere(term) }, COUNTED);
  return { rows, total: await countUpTo(conn, counted, COUNTED) };
}
