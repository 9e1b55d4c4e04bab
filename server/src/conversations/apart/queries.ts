import { and, eq, or } from 'drizzle-orm';
import { hasBlocked } from '../../blocks/queries.ts';
import type { Conn } from '../../db/database.ts';
import { conversationsWhole, type ItemRef } from '../queries.ts';

/** Conversations about an item whose two people are kept apart by a block. */
export const findApart = (conn: Conn, ownerId: string, { listingId, wantedId }: ItemRef) => {
  const { conversations: c } = conn.t;
  // Read along the index of its owner's conversations.
  const isAbout =
    listingId === null
      ? and(eq(c.buyerId, ownerId), eq(c.wantedId, wantedId ?? ''))
      : and(eq(c.sellerId, ownerId), eq(c.listingId, listingId));
  return conversationsWhole(conn).where(
    and(isAbout, or(hasBlocked(conn.t, c.buyerId, c.sellerId), hasBlocked(conn.t, c.sellerId, c.buyerId))),
  );
};
