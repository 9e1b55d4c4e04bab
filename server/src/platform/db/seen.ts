import { and, eq, gt, or, type Placeholder, type SQL } from 'drizzle-orm';
import type { Tables } from './tables.ts';

type Conversations = Tables['conversations'];
type MemberId = string | Placeholder | SQL;

export function isParty(c: Conversations, memberId: MemberId): SQL | undefined {
  return or(eq(c.buyerId, memberId), eq(c.sellerId, memberId));
}

/** Whether a participant sees a conversation: before the first message, only its creator does. */
export function isOpenTo(c: Conversations, memberId: MemberId): SQL | undefined {
  return or(gt(c.lastSeq, 0), eq(c.creatorId, memberId));
}

/** Whether a member sees a conversation; `conversations/is-visible-to.ts` is the same rule for a row in memory. */
export function isSeenBy(c: Conversations, memberId: MemberId): SQL | undefined {
  return and(isParty(c, memberId), isOpenTo(c, memberId));
}
