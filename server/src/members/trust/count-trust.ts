import type { TrustCounts } from '@selvedge/shared/deals/trust';
import type { Features } from '@selvedge/shared/instance/instance-settings';
import { TRUST_AGE_HOURS } from '@selvedge/shared/platform/limits';
import type { Conn } from '../../platform/db/database.ts';
import { countReleased, dealsAsBuyer, dealsAsSeller } from './queries.ts';

const HOUR = 3_600_000;

/** How many deals of a member count, and with how many different members they are. */
export async function countDeals(
  conn: Conn,
  memberId: string,
  now: Date,
): Promise<{ deals: number; members: number }> {
  const of = { memberId, since: new Date(now.getTime() - TRUST_AGE_HOURS * HOUR) };
  const byOther = [...(await dealsAsBuyer(conn, of)), ...(await dealsAsSeller(conn, of))];
  return {
    deals: byOther.reduce((sum, { count }) => sum + count, 0),
    members: new Set(byOther.map(({ otherId }) => otherId)).size,
  };
}

/** How many public vouches there are about a member. */
export async function countVouches(conn: Conn, memberId: string, now: Date): Promise<number> {
  const [vouches] = await countReleased(conn, { subjectId: memberId, now });
  return vouches?.count ?? 0;
}

/**
 * How many deals of a member count, and how many public vouches there are about them, of the features that are switched on.
 * @returns a field to spread; nothing if both are off
 */
export async function trustOf(
  conn: Conn,
  memberId: string,
  { deals, vouches }: Pick<Features, 'deals' | 'vouches'>,
): Promise<{ trust?: TrustCounts }> {
  if (!deals && !vouches) return {};
  const now = new Date();
  const trust = {
    ...(deals && (await countDeals(conn, memberId, now))),
    ...(vouches && { vouches: await countVouches(conn, memberId, now) }),
  };
  return { trust };
}
