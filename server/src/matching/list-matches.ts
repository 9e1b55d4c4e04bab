import { notFound } from '../core/errors.ts';
import type { Place } from '../core/paging.ts';
import type { Conn } from '../db/database.ts';
import type { Matching } from './context.ts';
import { matchWanted } from './match-item.ts';
import {
  findJobOf,
  findMatchable,
  type MatchRow,
  ownerMatchesBelow,
  unseenMatchesBelow,
  wantedMatchesBelow,
} from './queries.ts';

interface Range {
  from: Place;
  limit: number;
}

/** The matches of somebody's requests, the latest first; all of them, or only those not seen yet. */
export const listMatches = (
  conn: Conn,
  ownerId: string,
  { from, limit }: Range,
  isUnseenOnly: boolean,
): Promise<MatchRow[]> =>
  (isUnseenOnly ? unseenMatchesBelow : ownerMatchesBelow)(conn, { ...from, limit, ownerId });

/**
 * The matches of one request, for its owner. A request that was just stored or changed is matched first.
 * @throws not_found, also when the request is somebody else's or fulfilled.
 */
export async function listMatchesOf(
  ctx: Matching,
  ownerId: string,
  wantedId: string,
  { from, limit }: Range,
): Promise<MatchRow[]> {
  const { wish, job } = await ctx.db.read(async (conn) => ({
    wish: (await findMatchable(conn, { id: wantedId }))[0],
    job: (await findJobOf(conn, wantedId))[0],
  }));
  if (wish?.buyerId !== ownerId) throw notFound('WTB listing not found');
  if (job) await matchWanted(ctx, wantedId);
  return ctx.db.read((conn) => wantedMatchesBelow(conn, { ...from, limit, wantedId }));
}
