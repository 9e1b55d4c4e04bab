import type { OpenConversation } from '@selvedge/shared/conversations/conversations';
import { aliasedTable, and, asc, desc, eq, gt, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { blockedAt, DELETED_NAME, memberColumns } from '../members/public.ts';

import type { Conn, Tx } from '../platform/db/database.ts';
import { inOneRoundTrip } from '../platform/db/in-one-round-trip.ts';
import type { Role } from '../platform/db/inbox-parts.ts';
import { forUpdate } from '../platform/db/locked.ts';
import { prepared } from '../platform/db/prepared.ts';
import { isSeenBy } from '../platform/db/seen.ts';
import type { Tables } from '../platform/db/tables.ts';
import { waitingAfterRead } from './waiting/queries.ts';

export type ConversationState = Tables['conversations']['$inferSelect'];

const value = (name: string) => sql.placeholder(name);

const isSeen = ({ conversations: c }: Tables) => and(eq(c.id, value('id')), isSeenBy(c, value('memberId')));

/** Locks the row until the transaction ends, so that one writer at a time raises its counters and cursors. */
export const lockConversation = prepared('lock_conversation', ({ q, t }: Conn) =>
  forUpdate(q.select().from(t.conversations).where(isSeen(t))),
);

export function moveCursor(conn: Conn, id: string, role: Role, seq: number) {
  return conn.q
    .update(conn.t.conversations)
    .set({
      ...(role === 'buyer' ? { buyerReadSeq: seq } : { sellerReadSeq: seq }),
      ...waitingAfterRead(conn.t.conversations, role, seq),
      changedAt: new Date(),
    })
    .where(eq(conn.t.conversations.id, id))
    .returning({ id: conn.t.conversations.id });
}

export function messageColumns({ messages: m }: Pick<Tables, 'messages'>) {
  return {
    id: m.id,
    seq: m.seq,
    conversationId: m.conversationId,
    clientId: m.clientId,
    messageType: m.messageType,
    content: m.content,
    image: m.image,
    removedAt: m.removedAt,
    unsentAt: m.unsentAt,
    editedAt: m.editedAt,
    changedSeq: m.changedSeq,
    hold: m.hold,
    record: m.record,
    createdAt: m.createdAt,
  };
}

/** SQL condition: whether the product wrote a message, which has a `Statement`. */
export function isStatement({ messages: m }: Pick<Tables, 'messages'>) {
  return sql`(${m.offerId} is not null or ${m.dealId} is not null or ${m.hold} is not null or ${m.record} is not null)`.mapWith(
    Boolean,
  );
}

export function offerColumns({ offers: o }: Pick<Tables, 'offers'>) {
  return {
    id: o.id,
    byId: o.byId,
    amountCents: o.amountCents,
    listingPriceCents: o.listingPriceCents,
    state: o.state,
    expiresAt: o.expiresAt,
  };
}

export function dealColumns({ deals: d }: Pick<Tables, 'deals'>) {
  return {
    id: d.id,
    state: d.state,
    proposedAt: d.proposedAt,
  };
}

export function messagesWithSender({ q, t }: Conn) {
  return q
    .select({ ...messageColumns(t), offer: offerColumns(t), deal: dealColumns(t), sender: memberColumns(t) })
    .from(t.messages)
    .leftJoin(t.offers, eq(t.offers.id, t.messages.offerId))
    .leftJoin(t.deals, eq(t.deals.id, t.messages.dealId))
    .innerJoin(t.users, eq(t.users.id, t.messages.senderId));
}
export type MessageRow = Awaited<ReturnType<typeof messagesWithSender>>[number];

export const messagesBefore = prepared('messages_before', (conn: Conn) =>
  messagesWithSender(conn)
    .where(and(eq(conn.t.messages.conversationId, value('id')), lt(conn.t.messages.seq, value('before'))))
    .orderBy(desc(conn.t.messages.seq))
    .limit(value('limit')),
);

export const messagesAfter = prepared('messages_after', (conn: Conn) =>
  messagesWithSender(conn)
    .where(and(eq(conn.t.messages.conversationId, value('id')), gt(conn.t.messages.seq, value('after'))))
    .orderBy(asc(conn.t.messages.seq))
    .limit(value('limit')),
);

/** The first `limit` messages above each conversation's own `seq`, in order within each. */
export function messagesAboveEach(conn: Conn, known: [id: string, seq: number][], limit: number) {
  return messagesWithSender(conn)
    .where(
      or(
        ...known.map(([id, seq]) =>
          and(eq(conn.t.messages.conversationId, id), gt(conn.t.messages.seq, seq)),
        ),
      ),
    )
    .orderBy(asc(conn.t.messages.conversationId), asc(conn.t.messages.seq))
    .limit(limit);
}

export function messagesAt({ q, t: { messages: m } }: Conn, places: { id: string; seq: number }[]) {
  return q
    .select({ conversationId: m.conversationId, id: m.id })
    .from(m)
    .where(or(...places.map(({ id, seq }) => and(eq(m.conversationId, id), eq(m.seq, seq)))));
}

/** A conversation with its participants, item and last message, as `presentConversation` needs it. */
export function conversationsWithDetails({ q, t }: Conn) {
  const buyer = aliasedTable(t.users, 'buyer');
  const seller = aliasedTable(t.users, 'seller');
  const { conversations: c, listings: l, wanted: w, messages: m } = t;
  return q
    .select({
      conversation: c,
      buyer: memberColumns({ users: buyer }),
      seller: memberColumns({ users: seller }),
      listing: {
        id: l.id,
        title: l.title,
        brand: l.brand,
        priceCents: l.priceCents,
        originalPriceCents: l.originalPriceCents,
        isSold: l.isSold,
        holdConversationId: l.holdConversationId,
        holdUntil: l.holdUntil,
        editedAt: l.editedAt,
        removedAt: l.removedAt,
        photos: l.photos,
      },
      wanted: {
        id: w.id,
        title: w.title,
        brand: w.brand,
        size: w.size,
        maxPriceCents: w.maxPriceCents,
        isFulfilled: w.isFulfilled,
        editedAt: w.editedAt,
        removedAt: w.removedAt,
      },
      last: {
        id: m.id,
        senderId: m.senderId,
        content: m.content,
        messageType: m.messageType,
        removedAt: m.removedAt,
        unsentAt: m.unsentAt,
        isStatement: isStatement(t),
        createdAt: m.createdAt,
      },
      blockedByBuyerAt: blockedAt(t, c.buyerId, c.sellerId),
      blockedBySellerAt: blockedAt(t, c.sellerId, c.buyerId),
    })
    .from(c)
    .innerJoin(buyer, eq(buyer.id, c.buyerId))
    .innerJoin(seller, eq(seller.id, c.sellerId))
    .leftJoin(l, eq(l.id, c.listingId))
    .leftJoin(w, eq(w.id, c.wantedId))
    .leftJoin(m, and(eq(m.conversationId, c.id), eq(m.seq, c.lastSeq)));
}
export type ConversationRow = Awaited<ReturnType<typeof conversationsWithDetails>>[number];

export const findConversation = prepared('find_conversation', (conn: Conn) =>
  conversationsWithDetails(conn).where(eq(conn.t.conversations.id, value('id'))),
);

const findSeen = prepared('find_seen_conversation', (conn: Conn) =>
  conversationsWithDetails(conn).where(isSeen(conn.t)),
);

/** Like `lockConversation`, with everything that `presentConversation` needs. */
export async function lockWithDetails(
  tx: Tx,
  seen: { id: string; memberId: string },
): Promise<ConversationRow | null> {
  // Lock first: after waiting for the lock, the joined rows must be read afresh.
  const locking = tx.hasConcurrentWriters ? lockConversation(tx, seen) : null;
  const [, [row]] = await inOneRoundTrip([locking, findSeen(tx, seen)]);
  return row ?? null;
}

export function findConversations(conn: Conn, ids: string[]) {
  return conversationsWithDetails(conn).where(inArray(conn.t.conversations.id, ids));
}

export interface ItemRef {
  listingId: string | null;
  wantedId: string | null;
}

export function findBetween(conn: Conn, buyerId: string, sellerId: string, item: ItemRef) {
  const { conversations: c } = conn.t;
  const about =
    item.listingId === null ? eq(c.wantedId, item.wantedId ?? '') : eq(c.listingId, item.listingId);
  return conversationsWithDetails(conn).where(and(eq(c.buyerId, buyerId), eq(c.sellerId, sellerId), about));
}

/** Returns no row if the two already have a conversation about the item. */
export function insertConversation(conn: Conn, row: Tables['conversations']['$inferInsert']) {
  return conn.q
    .insert(conn.t.conversations)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: conn.t.conversations.id });
}

export function startedSince(
  { q, t: { conversations: c } }: Conn,
  memberId: string,
  at: Date,
  limit: number,
) {
  return q
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.creatorId, memberId), gte(c.createdAt, at)))
    .limit(limit);
}

export function deleteConversation(conn: Conn, id: string) {
  return conn.q
    .delete(conn.t.conversations)
    .where(eq(conn.t.conversations.id, id))
    .returning({ id: conn.t.conversations.id });
}

export function findListingOwner(conn: Conn, id: string) {
  return conn.q
    .select({
      ownerId: conn.t.listings.sellerId,
      isClosed: conn.t.listings.isSold,
      removedAt: conn.t.listings.removedAt,
    })
    .from(conn.t.listings)
    .where(eq(conn.t.listings.id, id));
}

export function findWantedOwner(conn: Conn, id: string) {
  return conn.q
    .select({
      ownerId: conn.t.wanted.buyerId,
      isClosed: conn.t.wanted.isFulfilled,
      removedAt: conn.t.wanted.removedAt,
    })
    .from(conn.t.wanted)
    .where(eq(conn.t.wanted.id, id));
}

export function lockItem({ q, t }: Conn, { listingId, wtbListingId }: OpenConversation) {
  return listingId
    ? forUpdate(q.select({ id: t.listings.id }).from(t.listings).where(eq(t.listings.id, listingId)))
    : forUpdate(
        q
          .select({ id: t.wanted.id })
          .from(t.wanted)
          .where(eq(t.wanted.id, wtbListingId ?? '')),
      );
}

export async function memberExists(conn: Conn, id: string): Promise<boolean> {
  const { users } = conn.t;
  const rows = await conn.q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), ne(users.username, DELETED_NAME)));
  return rows.length > 0;
}
