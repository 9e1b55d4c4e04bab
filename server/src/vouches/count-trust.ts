import type { TrustCounts } from '@selvedge/shared/trust';
import type { Conn } from '../db/database.ts';
import { countDeals, countReleased } from './queries.ts';

/** How many deals a member has made, and how many public vouches there are about them. */
export async function countTrust(conn: Conn, personId: string): Promise<TrustCounts> {
  const [deals] = await countDeals(conn, { personId });
  const [vouches] = await countReleased(conn, { subjectId: personId, now: new Date() });
  return { deals: deals?.count ?? 0, vouches: vouches?.count ?? 0 };
}
