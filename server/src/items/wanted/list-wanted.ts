import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import type { Place } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { countUpTo } from '../../platform/db/search.ts';
import { foundWantedBelow, idsToCount, type Search, type WantedRow, wantedBelow } from './queries.ts';

/** Up to this many matches are sorted; with more, scanning the index of the sort order soon fills a page. */
const FEW = COUNT_MAX;
/** One more than is displayed, to detect that there are more. */
const COUNTED = COUNT_MAX + 1;

interface Range {
  from: Place;
  limit: number;
  isCounted: boolean;
  /** Buyers whose WTBs the viewer does not see. */
  hidden: Search['hidden'];
}

/** @returns a total above `COUNT_MAX` when counting stopped there */
export async function listWanted(
  conn: Conn,
  { from, limit, isCounted, hidden }: Range,
  term: string | undefined,
): Promise<{ rows: WantedRow[]; total: number | null }> {
  if (term === undefined && !hidden)
    return { rows: await wantedBelow(conn, { ...from, limit }), total: null };
  const ids = term === undefined ? null : conn.search('wanted', term);
  const isFew = ids !== null && (await countUpTo(conn, ids, FEW + 1)) <= FEW;
  const search = { ...from, term, hidden, few: isFew ? ids : null };
  const rows = await foundWantedBelow(conn, search, limit);
  if (!isCounted || term === undefined) return { rows, total: null };
  const isLastPage = rows.length < limit;
  return {
    rows,
    total: isLastPage ? rows.length : await countUpTo(conn, idsToCount(conn, search, COUNTED), COUNTED),
  };
}
