import { and, eq, sql } from 'drizzle-orm';
import { blockedMembers } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { conversationsWithDetails, type ItemRef } from '../queries.ts';

export function findBlockedConversations(conn: Conn, ownerId: string, { listingId, wantedId }: ItemRef) {
  const { conversations: c } = conn.t;
  // Starts from the owner's few blocks, by index: the owner may have thousands of conversations.
  const others = blockedMembers(conn.t, ownerId);
  return conversationsWithDetails(conn).where(
    listingId === null
      ? and(eq(c.buyerId, ownerId), sql`${c.sellerId} in (${others})`, eq(c.wantedId, wantedId ?? ''))
      : and(sql`${c.buyerId} in (${others})`, eq(c.sellerId, ownerId), eq(c.listingId, listingId)),
  );
}
