import type { Houses } from '@selvedge/shared/items/houses';
import { parseSearchTerm } from '@selvedge/shared/items/search-words';
import { groupSizes, type SizesOfGroup } from '@selvedge/shared/items/sizes';
import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import type { Conn } from '../../../platform/db/database.ts';
import { idsOfTerm } from './find-by-words.ts';
import { fewOf } from './find-listings.ts';
import { startOf } from './place.ts';
import { idsToCount, type Search, sizesOf } from './queries.ts';

/** Any would do. */
const SORT = 'bumped' as const;

interface Listed extends Pick<Search, 'filters' | 'hidden' | 'without'> {
  q: string | undefined;
  houses: Houses;
}

async function idsOf(conn: Conn, { q, houses, ...seen }: Listed) {
  const few = await fewOf(conn, seen.filters, SORT);
  const search = { ...seen, few, sort: SORT, since: undefined } as const;
  if (q === undefined) return idsToCount(conn, { ...search, words: null, from: startOf(SORT) }, COUNT_MAX);
  const term = parseSearchTerm(q, houses.namesOf);
  return term.length === 0 ? null : idsOfTerm(conn, { ...search, term }, COUNT_MAX);
}

/** The sizes of the listings that the viewer's grid finds, of up to `COUNT_MAX` of them. */
export async function findSizes(conn: Conn, listed: Listed): Promise<SizesOfGroup[]> {
  const ids = await idsOf(conn, listed);
  return ids === null ? [] : groupSizes(await sizesOf(conn, ids));
}
