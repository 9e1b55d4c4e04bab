import type { Houses } from '@selvedge/shared/items/houses';
import { parseSearchTerm } from '@selvedge/shared/items/search-words';
import { groupSizes, type SizesOfGroup } from '@selvedge/shared/items/sizes';
import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import type { Conn } from '../../../platform/db/database.ts';
import { fewOf } from './find-listings.ts';
import type { Filters } from './find-query.ts';
import { startOf } from './place.ts';
import { idsToCount, idsToCountByWords, sizesOf } from './queries.ts';
import { foundAnywhere } from './word-ranks.ts';

async function idsOf(conn: Conn, filters: Filters, q: string | undefined, houses: Houses) {
  const search = { filters, sort: 'bumped', hidden: null, without: null, since: undefined } as const;
  if (q === undefined) {
    const few = await fewOf(conn, filters, search.sort);
    return idsToCount(conn, { ...search, few, from: startOf(search.sort) }, COUNT_MAX);
  }
  const term = parseSearchTerm(q, houses.namesOf);
  if (term.length === 0) return null;
  return idsToCountByWords(conn, { ...search, query: foundAnywhere(term) }, COUNT_MAX);
}

/** The sizes of the listings that the grid finds, of up to `COUNT_MAX` of them. */
export async function findSizes(
  conn: Conn,
  { q, filters, houses }: { q: string | undefined; filters: Filters; houses: Houses },
): Promise<SizesOfGroup[]> {
  const ids = await idsOf(conn, filters, q, houses);
  return ids === null ? [] : groupSizes(await sizesOf(conn, ids));
}
