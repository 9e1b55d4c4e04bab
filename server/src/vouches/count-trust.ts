import type { Features } from '@selvedge/shared/instance-settings';
import type { TrustCounts } from '@selvedge/shared/trust';
import type { Conn } from '../db/database.ts';
import { countBought, countReleased, countSold } from './queries.ts';

/** How many deals a member has made. */
export async function countDeals(conn: Conn, personId: string): Promise<number> {
  const [bought] = await countBought(conn, { personId });
  const [sold] = await countSold(conn, { personId });
  return (bought?.count ?? 0) + (sold?.count ?? 0);
}

/** How many public vouches there are about a member. */
export async function countVouches(conn: Conn, personId: string, now: Date): Promise<number> {
  const [vouches] = await countReleased(conn, { subjectId: personId, now });
  return vouches?.count ?? 0;
}

/**
 * How many deals a member has made, and how many public vouches there are about them, of the features that are switched on.
 * @returns a field to spread; nothing if both are off
 */
export async function trustOf(
  conn: Conn,
  personId: string,
  { deals, vouches }: Pick<Features, 'deals' | 'vouches'>,
): Promise<{ trust?: TrustCounts }> {
  if (!deals && !vouches) return {};
  const trust = {
    ...(deals && { deals: await countDeals(conn, personId) }),
    ...(vouches && { vouches: await countVouches(conn, personId, new Date()) }),
  };
  return { trust };
}
