import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tables } from '../../db/tables.ts';

type Conversations = Tables['conversations'];

/** A message came at `at`: it begins to wait for the other, unless one does already; its sender has read all. */
export function waitingAfterMessage(c: Conversations, senderId: SQLWrapper, at: SQLWrapper) {
  const after = (personId: Conversations['buyerId'], since: Conversations['buyerWaitingSince']) =>
    sql`case when ${personId} = ${senderId} then null else coalesce(${since}, ${at}) end`;
  return {
    buyerWaitingSince: after(c.buyerId, c.buyerWaitingSince),
    sellerWaitingSince: after(c.sellerId, c.sellerWaitingSince),
  };
}

/** They have read up to `seq`: what is left waits since the newest message. */
export function waitingAfterRead(c: Conversations, role: 'buyer' | 'seller', seq: number) {
  const after = (since: Conversations['buyerWaitingSince']): SQL =>
    sql`case when ${since} is null or ${c.lastSeq} <= ${seq} then null else ${c.lastMessageAt} end`;
  return role === 'buyer'
    ? { buyerWaitingSince: after(c.buyerWaitingSince) }
    : { sellerWaitingSince: after(c.sellerWaitingSince) };
}
