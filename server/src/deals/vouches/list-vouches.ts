import type { Place } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { type ReleasedRow, releasedBelow } from './queries.ts';

/** A page of a member's public vouches, latest first. @param now those that are public at this moment */
export async function listVouches(
  conn: Conn,
  subjectId: string,
  page: Place & { limit: number },
  now = new Date(),
): Promise<ReleasedRow[]> {
  return releasedBelow(conn, subjectId, { ...page, now });
}
