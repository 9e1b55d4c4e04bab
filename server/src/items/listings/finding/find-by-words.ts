import { hash } from 'node:crypto';
import type { Houses } from '@selvedge/shared/items/houses';
import { parseSearchTerm, type SearchTerm } from '@selvedge/shared/items/search-words';
import { foldForSearch } from '@selvedge/shared/platform/fold';
import { Id } from '@selvedge/shared/platform/id';
import type { Sort } from '@selvedge/shared/platform/limits';
import { wholeNumber } from '@selvedge/shared/platform/whole-number';
import * as z from 'zod';
import { AT_MAX, foreignCursor } from '../../../platform/core/paging.ts';
import type { Conn, WordQuery } from '../../../platform/db/database.ts';
import { countUpTo } from '../../../platform/db/search.ts';
import type { ListingRow } from '../queries.ts';
import { COUNTED, fewOf } from './find-listings.ts';
import { type Filters, hasFilters } from './find-query.ts';
import { leftOutOf } from './left-out.ts';
import { cursorOf, type GridPlace, placeOf, startOf } from './place.ts';
import { idsPast, idsToCount, listingsOf, type Search } from './queries.ts';
import { countHits, fewWithWords, HITS_MAX, idsByWords, idsToCountByWords } from './word-queries.ts';
import { foundAnywhere, leavingOut, ranksOf } from './word-ranks.ts';

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

interface Terms extends Omit<Search, 'words' | 'from'> {
  term: SearchTerm;
}

/** Chooses how to search: by the words, or by comparing the words of listings that the filters or the order find. */
async function planOf(conn: Conn, { term, filters, sort, few: byFilters }: Terms) {
  const left = leftOutOf(filters.not ?? []).words;
  const anywhere = leavingOut(foundAnywhere(term), left);
  const ranks = sort === 'bumped' ? ranksOf(term).map((rank) => leavingOut(rank, left)) : [anywhere];
  // Several words take longest to look up, and find few.
  const byWords = byFilters || term.length === 1 ? null : await fewWithWords(conn, anywhere);
  const few = byFilters ?? byWords?.ids ?? null;
  const hits = few ? (byWords?.hits ?? null) : await countHits(conn, anywhere);
  const isCommon = (count: number | null) => count !== null && count > HITS_MAX;
  const readsListings = async (words: WordQuery) =>
    few !== null || (isCommon(hits) && isCommon(words === anywhere ? hits : await countHits(conn, words)));
  return { anywhere, ranks, few, hits, readsListings };
}
type Plan = Awaited<ReturnType<typeof planOf>>;

/** The ids of a page, rank by rank. */
async function idsOfPage(
  conn: Conn,
  { ranks, few, hits, readsListings }: Plan,
  { sort, from, limit, ...search }: Terms & Page,
) {
  const found: { id: string; rank: number }[] = [];
  if (hits === 0) return found;
  for (const [rank, words] of ranks.entries()) {
    if (rank < from.rank || found.length === limit) continue;
    const ranked = { ...search, few, words, sort, from: rank === from.rank ? from.place : startOf(sort) };
    const rest = limit - found.length;
    const ids = (await readsListings(words))
      ? await idsPast(conn, ranked, rest)
      : await idsByWords(conn, ranked, rest);
    found.push(...ids.map(({ id }) => ({ id, rank })));
  }
  return found;
}

async function idsOfPlan(conn: Conn, plan: Plan, search: Terms, max: number) {
  const all = { ...search, few: plan.few, words: plan.anywhere, from: startOf(search.sort) };
  return (await plan.readsListings(plan.anywhere))
    ? idsToCount(conn, all, max)
    : idsToCountByWords(conn, all, max);
}

/** The ids of what a term finds, the first `max` in any order. */
export const idsOfTerm = async (conn: Conn, search: Terms, max: number) =>
  idsOfPlan(conn, await planOf(conn, search), search, max);

async function totalOf(conn: Conn, plan: Plan, search: Terms): Promise<number> {
  const { filters, hidden, without, since } = search;
  const isUnfiltered = !hasFilters(filters) && !hidden && !without && !since;
  if (plan.hits !== null && isUnfiltered) return Math.min(plan.hits, COUNTED);
  return countUpTo(conn, await idsOfPlan(conn, plan, search, COUNTED), COUNTED);
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
  if (term.length === 0) return { rows: [], total: page.isCounted ? 0 : null };
  const search = { ...page, term, few: await fewOf(conn, page.filters, page.sort) };
  const plan = await planOf(conn, search);
  const found = await idsOfPage(conn, plan, search);
  const byId = new Map((await listingsOf(conn, found)).map((row) => [row.listing.id, row]));
  const rows = found.flatMap(({ id, rank }) => {
    const row = byId.get(id);
    return row ? [{ row, rank }] : [];
  });
  if (!page.isCounted) return { rows, total: null };
  return { rows, total: rows.length < page.limit ? rows.length : await totalOf(conn, plan, search) };
}
