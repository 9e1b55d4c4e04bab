import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Role } from '../../platform/db/inbox-parts.ts';
import type { Tables } from '../../platform/db/tables.ts';

type Conversations = Tables['conversations'];

/** The recipient has messages waiting since `at` or an earlier unread one; the sender has read all. */
export function waitingAfterMessage(c: Conversations, sender: Role, at: SQLWrapper) {
  return sender === 'buyer'
    ? { buyerWaitingSince: null, sellerWaitingSince: sql`coalesce(${c.sellerWaitingSince}, ${at})` }
    : { sellerWaitingSince: null, buyerWaitingSince: sql`coalesce(${c.buyerWaitingSince}, ${at})` };
}

/** The waiting column after reading up to `seq`: remaining messages count as waiting since the newest one. */
export function waitingAfterRead(c: Conversations, role: Role, seq: number) {
  const after = (since: Conversations['buyerWaitingSince']): SQL =>
    sql`case when ${since} is null or ${c.lastSeq} <= ${seq} then null else ${c.lastMessageAt} end`;
  return role === 'buyer'
    ? { buyerWaitingSince: after(c.buyerWaitingSince) }
    : { sellerWaitingSince: after(c.sellerWaitingSince) };
}
