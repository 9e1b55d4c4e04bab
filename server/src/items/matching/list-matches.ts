import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Place } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { waitingAmong } from '../queue/queries.ts';
import { matchWanted } from './match-item.ts';
import {
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

/** The matches of a member's WTBs, latest first; all of them, or only the unseen ones. */
export function listMatches(
  conn: Conn,
  ownerId: string,
  { from, limit }: Range,
  isUnseenOnly: boolean,
): Promise<MatchRow[]> {
  return (isUnseenOnly ? unseenMatchesBelow : ownerMatchesBelow)(conn, { ...from, limit, ownerId });
}

/**
 * The matches of one WTB, for its owner. A WTB that was just stored or changed is matched first.
 * @throws not_found, also for another member's WTB or a fulfilled one.
 */
export async function listMatchesOf(
  ctx: Ctx,
  ownerId: string,
  wantedId: string,
  { from, limit }: Range,
): Promise<MatchRow[]> {
  const { wanted, job } = await ctx.db.read(async (conn) => ({
    wanted: (await findMatchable(conn, { id: wantedId }))[0],
    job: (await waitingAmong(conn, 'wanted', [wantedId]))[0],
  }));
  if (wanted?.buyerId !== ownerId) throw notFound('WTB listing not found');
  if (job) await matchWanted(ctx, wantedId);
  return ctx.db.read((conn) => wantedMatchesBelow(conn, { ...from, limit, wantedId }));
}
