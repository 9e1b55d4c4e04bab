import type { Conn } from '../db/database.ts';
import { type Place, TOP } from '../paging.ts';
import { patternFor } from '../search-text.ts';
import { countFoundWanted, foundWantedBelow, type WantedRow, wantedBelow } from './queries.ts';

/** What people still look for, below a place; with a term that which has it in its title or brand. */
export const listWanted = (
  conn: Conn,
  { from, limit }: { from: Place; limit: number },
  term: string | undefined,
): Promise<WantedRow[]> =>
  term === undefined
    ? wantedBelow(conn, { ...from, limit })
    : foundWantedBelow(conn, { ...from, limit, pattern: patternFor(term) });

/** How many a search finds in all. */
export async function countFound(conn: Conn, term: string): Promise<number> {
  const [found] = await countFoundWanted(conn, { ...TOP, pattern: patternFor(term) });
  return found?.count ?? 0;
}
