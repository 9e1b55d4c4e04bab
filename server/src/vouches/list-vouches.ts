import type { TrustCounts, Vouch } from '@selvedge/shared/vouches';
import type { Place } from '../core/paging.ts';
import type { Conn } from '../db/database.ts';
import { presentPerson } from '../members/present.ts';
import { countDeals, countReleased, releasedBelow } from './queries.ts';

/** A page of a member's public vouches, latest first. */
export async function listVouches(
  conn: Conn,
  subjectId: string,
  page: Place & { limit: number },
): Promise<Vouch[]> {
  const rows = await releasedBelow(conn, subjectId, { ...page, now: new Date() });
  return rows.map(({ vouch, writer, title, buyerId }) => ({
    id: vouch.id,
    writer: presentPerson(writer),
    isByBuyer: vouch.writerId === buyerId,
    title,
    rating: vouch.rating,
    text: vouch.text,
    writtenAt: vouch.writtenAt.toISOString(),
    answer: vouch.answer,
    answeredAt: vouch.answeredAt?.toISOString() ?? null,
  }));
}

/** How many deals a member has made, and how many public vouches there are about them. */
export async function countTrust(conn: Conn, personId: string): Promise<TrustCounts> {
  const [deals] = await countDeals(conn, personId);
  const [vouches] = await countReleased(conn, personId, new Date());
  return { deals: deals?.count ?? 0, vouches: vouches?.count ?? 0 };
}
