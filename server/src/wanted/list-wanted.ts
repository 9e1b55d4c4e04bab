import { COUNT_MAX } from '@selvedge/shared/limits';
import type { Conn } from '../db/database.ts';
import { countUpTo } from '../db/search.ts';
import type { Place } from '../paging.ts';
import { foundWantedBelow, idsToCount, type Sought, type WantedRow, wantedBelow } from './queries.ts';

/** Up to so many are looked through one by one; of more, walking down the order soon finds a page of them. */
const FEW = COUNT_MAX;

interface Range {
  from: Place;
  limit: number;
  /** Whether to count what a search finds, too. */
  isCounted: boolean;
  /** Buyers whose requests the one who asks does not see; null is none. */
  hidden: Sought['hidden'];
}

/**
 * What people still look for, below a place; with a term that which has it in its title or brand.
 * @returns it, and how many a search finds if that is asked, where `COUNT_MAX` means that many or more.
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
    total: isAll ? rows.length : await countUpTo(conn, idsToCount(conn, sought, COUNT_MAX), COUNT_MAX),
  };
}
