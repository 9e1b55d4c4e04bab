import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Role } from '../../db/inbox-parts.ts';
import type { Tables } from '../../db/tables.ts';

type Conversations = Tables['conversations'];

/** A message of one of them came at `at`: it begins to wait for the other, unless one does already; its sender has read all. */
export const waitingAfterMessage = (c: Conversations, sender: Role, at: SQLWrapper) =>
  sender === 'buyer'
    ? { buyerWaitingSince: null, sellerWaitingSince: sql`coalesce(${c.sellerWaitingSince}, ${at})` }
    : { sellerWaitingSince: null, buyerWaitingSince: sql`coalesce(${c.buyerWaitingSince}, ${at})` };

/** They have read up to `seq`: what is left waits since the newest message. */
export function waitingAfterRead(c: Conversations, role: Role, seq: number) {
  const after = (since: Conversations['buyerWaitingSince']): SQL =>
    sql`case when ${since} is null or ${c.lastSeq} <= ${seq} then null else ${c.lastMessageAt} end`;
  return role === 'buyer'
    ? { buyerWaitingSince: after(c.buyerWaitingSince) }
    : { sellerWaitingSince: after(c.sellerWaitingSince) };
}
