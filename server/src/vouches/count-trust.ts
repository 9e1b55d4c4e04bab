import type { TrustCounts } from '@selvedge/shared/trust';
import type { Conn } from '../db/database.ts';
import { countBought, countReleased, countSold } from './queries.ts';

/** How many deals a member has made, and how many public vouches there are about them. */
export async function countTrust(conn: Conn, personId: string): Promise<TrustCounts> {
  const [bought] = await countBought(conn, { personId });
  const [sold] = await countSold(conn, { personId });
  const [vouches] = await countReleased(conn, { subjectId: personId, now: new Date() });
  return { deals: (bought?.count ?? 0) + (sold?.count ?? 0), vouches: vouches?.count ?? 0 };
}
