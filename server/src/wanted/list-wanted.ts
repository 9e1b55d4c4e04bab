import { COUNT_MAX } from '@selvedge/shared/limits';
import type { Place } from '../core/paging.ts';
import type { Conn } from '../db/database.ts';
import { countUpTo } from '../db/search.ts';
import { foundWantedBelow, idsToCount, type Sought, type WantedRow, wantedBelow } from './queries.ts';

/** Up to this many matches are read and sorted; of more, scanning the index of the order soon fills a page. */
const FEW = COUNT_MAX;
/** One more than is shown, to know whether there are more. */
const COUNTED = COUNT_MAX + 1;

interface Range {
  from: Place;
  limit: number;
  /** Whether to count all requests that a search finds, too. */
  isCounted: boolean;
  /** A select of the buyers whose requests are hidden from the viewer; null is none. */
  hidden: Sought['hidden'];
}

/**
 * Open requests below a place; with a term, those that contain it in title or brand.
 * @returns the requests, and if asked for, how many a search finds, where more than `COUNT_MAX` means that it stopped counting.
 */
export async function listWanted(
  conn: Conn,
  { from, limit, isCounted, hidden }: Range,
  term: string | undefined,
): Promise<{ rows: WantedRow[]; total: number | null }> {
  if (term === undefined && !hidden)
    return { rows: await wantedBelow(conn, { ...from, limit }), total: null };
  const ids = term === undefined ? null : conn.search('wanted', term);
  const isFew = ids !== null && (await countUpTo(conn, ids, FEW + 1)) <= FEW;
  const sought = { ...from, term, hidden, few: isFew ? ids : null };
  const rows = await foundWantedBelow(conn, sought, limit);
  if (!isCounted || term === undefined) return { rows, total: null };
  const isAll = rows.length < limit;
  return {
    rows,
    total: isAll ? rows.length : await countUpTo(conn, idsToCount(conn, sought, COUNTED), COUNTED),
  };
}
