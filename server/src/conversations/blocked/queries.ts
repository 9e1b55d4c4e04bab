import { and, eq, sql } from 'drizzle-orm';
import type { Conn } from '../../db/database.ts';
import { blockedPeople } from '../../members/block-queries.ts';
import { conversationsWhole, type ItemRef } from '../queries.ts';

/** Conversations about an item whose two people are kept apart by a block. */
export const findBlockedConversations = (conn: Conn, ownerId: string, { listingId, wantedId }: ItemRef) => {
  const { conversations: c } = conn.t;
  // Found from the owner's blocks, which are few, by the index over both people and the item: the owner may have
  // thousands of conversations.
  const others = blockedPeople(conn.t, ownerId);
  return conversationsWhole(conn).where(
    listingId === null
      ? and(eq(c.buyerId, ownerId), sql`${c.sellerId} in (${others})`, eq(c.wantedId, wantedId ?? ''))
      : and(sql`${c.buyerId} in (${others})`, eq(c.sellerId, ownerId), eq(c.listingId, listingId)),
  );
};
