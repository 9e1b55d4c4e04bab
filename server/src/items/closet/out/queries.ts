import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';

interface Page {
  memberId: string;
  /** The last id of the page before. */
  above: string;
  limit: number;
}

/** A member's listings, on sale and sold, oldest first. */
export function listingsAbove({ q, t: { listings: l } }: Conn, { memberId, above, limit }: Page) {
  return q
    .select()
    .from(l)
    .where(and(eq(l.sellerId, memberId), isNull(l.removedAt), gt(l.id, above)))
    .orderBy(asc(l.id))
    .limit(limit);
}

export function wantedAbove({ q, t: { wanted: w } }: Conn, { memberId, above, limit }: Page) {
  return q
    .select()
    .from(w)
    .where(and(eq(w.buyerId, memberId), isNull(w.removedAt), gt(w.id, above)))
    .orderBy(asc(w.id))
    .limit(limit);
}
