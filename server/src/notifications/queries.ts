import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  min,
  or,
  sql,
} from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { hasBlocked } from '../members/public.ts';
import type { Conn } from '../platform/db/database.ts';
import type { Role } from '../platform/db/inbox-parts.ts';
import { prepared } from '../platform/db/prepared.ts';
import type { Tables } from '../platform/db/tables.ts';

/** How many unread messages are searched for an offer. */
const NEWEST_MAX = 20;

const columnsOf = ({ conversations: c }: Tables, role: Role) =>
  role === 'buyer'
    ? {
        memberId: c.buyerId,
        since: c.buyerWaitingSince,
        readSeq: c.buyerReadSeq,
        pushedSeq: c.buyerPushedSeq,
      }
    : {
        ...{ memberId: c.sellerId, since: c.sellerWaitingSince },
        ...{ readSeq: c.sellerReadSeq, pushedSeq: c.sellerPushedSeq },
      };

/** Longest wait first. */
export function findWaiting({ q, t }: Conn, role: Role, until: Date, limit: number) {
  const { memberId, since } = columnsOf(t, role);
  return q
    .select({ conversationId: t.conversations.id, memberId })
    .from(t.conversations)
    .where(lte(since, until))
    .orderBy(asc(since))
    .limit(limit);
}

/** Claims a waiting conversation for one process, and locks its row until the transaction ends. */
export async function claimWaiting(conn: Conn, role: Role, conversationId: string, until: Date) {
  const { conversations: c } = conn.t;
  const [claimed] = await conn.q
    .update(c)
    .set(role === 'buyer' ? { buyerWaitingSince: null } : { sellerWaitingSince: null })
    .where(and(eq(c.id, conversationId), lte(columnsOf(conn.t, role).since, until)))
    .returning();
  if (!claimed) return null;
  const { lastSeq } = claimed;
  return role === 'buyer'
    ? {
        lastSeq,
        readSeq: claimed.buyerReadSeq,
        pushedSeq: claimed.buyerPushedSeq,
        mailedSeq: claimed.buyerMailedSeq,
      }
    : {
        ...{ lastSeq, readSeq: claimed.sellerReadSeq },
        ...{ pushedSeq: claimed.sellerPushedSeq, mailedSeq: claimed.sellerMailedSeq },
      };
}

/** Called before the push or mail is sent, so that nothing is sent twice. */
export function markNotified(
  { q, t: { conversations: c } }: Conn,
  role: Role,
  conversationId: string,
  seq: number,
  by: { push: boolean; mail: boolean },
) {
  return q
    .update(c)
    .set(
      role === 'buyer'
        ? { ...(by.push && { buyerPushedSeq: seq }), ...(by.mail && { buyerMailedSeq: seq }) }
        : { ...(by.push && { sellerPushedSeq: seq }), ...(by.mail && { sellerMailedSeq: seq }) },
    )
    .where(eq(c.id, conversationId))
    .returning({ id: c.id });
}

/** Claims the push of a message. @returns no row when it was already pushed or read. */
export function claimPush({ q, t }: Conn, role: Role, conversationId: string, seq: number) {
  const { readSeq, pushedSeq } = columnsOf(t, role);
  const { conversations: c } = t;
  return q
    .update(c)
    .set(role === 'buyer' ? { buyerPushedSeq: seq } : { sellerPushedSeq: seq })
    .where(and(eq(c.id, conversationId), lt(pushedSeq, seq), lt(readSeq, seq)))
    .returning({ id: c.id });
}

export async function findNotifiable({ q, t }: Conn, conversationId: string) {
  const { conversations: c, listings: l, wanted: w } = t;
  const [buyer, seller] = [aliasedTable(t.users, 'buyer'), aliasedTable(t.users, 'seller')];
  const [found] = await q
    .select({
      buyer: { id: buyer.id, username: buyer.username },
      seller: { id: seller.id, username: seller.username },
      buyerMutedAt: c.buyerMutedAt,
      sellerMutedAt: c.sellerMutedAt,
      item: sql<string | null>`coalesce(${l.title}, ${w.title})`,
      isBlocked: or(hasBlocked(t, c.buyerId, c.sellerId), hasBlocked(t, c.sellerId, c.buyerId))?.mapWith(
        Boolean,
      ) as ReturnType<typeof hasBlocked>,
    })
    .from(c)
    .innerJoin(buyer, eq(buyer.id, c.buyerId))
    .innerJoin(seller, eq(seller.id, c.sellerId))
    .leftJoin(l, eq(l.id, c.listingId))
    .leftJoin(w, eq(w.id, c.wantedId))
    .where(eq(c.id, conversationId));
  return found;
}

export function latestOfferOf({ q, t: { offers: o } }: Conn, conversationId: string) {
  return q
    .select({ id: o.id, state: o.state, amountCents: o.amountCents })
    .from(o)
    .where(eq(o.conversationId, conversationId))
    .orderBy(desc(o.createdAt), desc(o.id))
    .limit(1);
}

/** The newest messages that a member has sent after number `after`, newest first. */
export function messagesFrom(
  { q, t: { messages: m } }: Conn,
  { conversationId, senderId, after }: { conversationId: string; senderId: string; after: number },
) {
  return q
    .select({ offerId: m.offerId, hold: m.hold, record: m.record })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), gt(m.seq, after), eq(m.senderId, senderId)))
    .orderBy(desc(m.seq))
    .limit(NEWEST_MAX);
}

export function choicesOf({ q, t: { notificationChoices: c } }: Conn, userId: string) {
  return q
    .select({ kind: c.kind, push: c.push, mail: c.mail, isMailPaused: c.isMailPaused })
    .from(c)
    .where(eq(c.userId, userId));
}

export function choose(
  { q, t: { notificationChoices: c } }: Conn,
  userId: string,
  kinds: readonly string[],
  change: Partial<Pick<Tables['notificationChoices']['$inferSelect'], 'push' | 'mail' | 'isMailPaused'>>,
) {
  return q
    .insert(c)
    .values(kinds.map((kind) => ({ id: uuidv7(), userId, kind, ...change })))
    .onConflictDoUpdate({ target: [c.userId, c.kind], set: change })
    .returning({ id: c.id });
}

export type SubscriptionRow = Tables['pushSubscriptions']['$inferSelect'];

export const subscriptionsOf = prepared('subscriptions_of', ({ q, t: { pushSubscriptions: p } }: Conn) =>
  q
    .select()
    .from(p)
    .where(eq(p.userId, sql.placeholder('userId')))
    .orderBy(desc(p.createdAt), desc(p.id)),
);

/** A browser belongs to one member: the last to sign in there. */
export function putSubscription({ q, t: { pushSubscriptions: p } }: Conn, row: SubscriptionRow) {
  const { id: _, endpoint: __, ...changes } = row;
  return q
    .insert(p)
    .values(row)
    .onConflictDoUpdate({ target: p.endpoint, set: changes })
    .returning({ id: p.id });
}

/** Changes nothing when another delivery was recorded at the same time. */
export function recordDelivery(
  { q, t: { pushSubscriptions: p } }: Conn,
  { id, failures }: Pick<SubscriptionRow, 'id' | 'failures'>,
  outcome: Pick<SubscriptionRow, 'failures' | 'retryAt'>,
) {
  return q
    .update(p)
    .set(outcome)
    .where(and(eq(p.id, id), eq(p.failures, failures)))
    .returning({ id: p.id });
}

export function deleteSubscriptions({ q, t: { pushSubscriptions: p } }: Conn, ids: string[]) {
  return q.delete(p).where(inArray(p.id, ids)).returning({ id: p.id });
}

export function deleteSubscriptionAt(
  { q, t: { pushSubscriptions: p } }: Conn,
  userId: string,
  endpoint: string,
) {
  return q
    .delete(p)
    .where(and(eq(p.userId, userId), eq(p.endpoint, endpoint)))
    .returning({ id: p.id });
}

export async function deleteAllOf({ q, t }: Conn, userId: string): Promise<void> {
  const { pushSubscriptions: p, notificationChoices: c } = t;
  await q.delete(p).where(eq(p.userId, userId)).returning({ id: p.id });
  await q.delete(c).where(eq(c.userId, userId)).returning({ id: c.id });
}

export function waitingPushes({ q, t: { notices: n } }: Conn) {
  return q
    .select({ count: count(), oldestAt: min(n.createdAt) })
    .from(n)
    .where(isNotNull(n.pushAt));
}
