import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Role } from '../../db/inbox-parts.ts';
import type { Tables } from '../../db/tables.ts';

type Conversations = Tables['conversations'];

/**
 * The changes that a message sent at `at` makes to who has messages waiting: the receiver has, since `at` or since an
 * earlier unread one; the sender has none, for they have read all.
 */
export const waitingAfterMessage = (c: Conversations, sender: Role, at: SQLWrapper) =>
  sender === 'buyer'
    ? { buyerWaitingSince: null, sellerWaitingSince: sql`coalesce(${c.sellerWaitingSince}, ${at})` }
    : { sellerWaitingSince: null, buyerWaitingSince: sql`coalesce(${c.buyerWaitingSince}, ${at})` };

/** The change that reading up to `seq` makes: messages that are left count as waiting since the newest one. */
export function waitingAfterRead(c: Conversations, role: Role, seq: number) {
  const after = (since: Conversations['buyerWaitingSince']): SQL =>
    sql`case when ${since} is null or ${c.lastSeq} <= ${seq} then null else ${c.lastMessageAt} end`;
  return role === 'buyer'
    ? { buyerWaitingSince: after(c.buyerWaitingSince) }
    : { sellerWaitingSince: after(c.sellerWaitingSince) };
}
