import { and, eq } from 'drizzle-orm';
import type { Conn } from '../src/platform/db/database.ts';
import type { Tables } from '../src/platform/db/tables.ts';

/** These queries backdate what the product's operations have dated to now; only the demo needs this. */

export function dateListing(
  { q, t }: Conn,
  id: string,
  state: Partial<
    Pick<
      Tables['listings']['$inferInsert'],
      'createdAt' | 'bumpedAt' | 'originalPriceCents' | 'isSold' | 'soldAt'
    >
  >,
) {
  return q.update(t.listings).set(state).where(eq(t.listings.id, id)).returning({ id: t.listings.id });
}

export function dateWanted({ q, t }: Conn, id: string, at: Date) {
  return q
    .update(t.wanted)
    .set({ createdAt: at, bumpedAt: at })
    .where(eq(t.wanted.id, id))
    .returning({ id: t.wanted.id });
}

export function dateMessage({ q, t }: Conn, conversationId: string, seq: number, at: Date) {
  return q
    .update(t.messages)
    .set({ createdAt: at })
    .where(and(eq(t.messages.conversationId, conversationId), eq(t.messages.seq, seq)))
    .returning({ id: t.messages.id });
}

export function dateConversation(
  { q, t }: Conn,
  id: string,
  { createdAt, lastMessageAt }: { createdAt: Date; lastMessageAt: Date },
) {
  return q
    .update(t.conversations)
    .set({ createdAt, lastMessageAt })
    .where(eq(t.conversations.id, id))
    .returning({ id: t.conversations.id });
}

export function findConversationOf({ q, t: { conversations: c } }: Conn, listingId: string, buyerId: string) {
  return q
    .select({ id: c.id, lastSeq: c.lastSeq, createdAt: c.createdAt, lastMessageAt: c.lastMessageAt })
    .from(c)
    .where(and(eq(c.listingId, listingId), eq(c.buyerId, buyerId)));
}

export function dateDeal(
  { q, t }: Conn,
  id: string,
  state: Pick<Tables['deals']['$inferInsert'], 'proposedAt' | 'madeAt'>,
) {
  return q.update(t.deals).set(state).where(eq(t.deals.id, id)).returning({ id: t.deals.id });
}

export function dateVouch(
  { q, t }: Conn,
  id: string,
  state: Pick<Tables['vouches']['$inferInsert'], 'writtenAt' | 'releasesAt' | 'announcedAt'>,
) {
  return q.update(t.vouches).set(state).where(eq(t.vouches.id, id)).returning({ id: t.vouches.id });
}

export function setMember(
  { q, t }: Conn,
  id: string,
  state: Partial<Pick<Tables['users']['$inferInsert'], 'createdAt' | 'profileImageKey'>>,
) {
  return q.update(t.users).set(state).where(eq(t.users.id, id)).returning({ id: t.users.id });
}
