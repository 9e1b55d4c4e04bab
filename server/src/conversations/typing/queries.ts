import { and, eq, gt, sql } from 'drizzle-orm';
import { hasBlocked } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isParty } from '../../platform/db/seen.ts';

const value = (name: string) => sql.placeholder(name);

/** The participants of a conversation with messages, and whether they are blocked; no row for other members. */
export const findParticipants = prepared('find_participants', ({ q, t }: Conn) => {
  const { conversations: c } = t;
  return q
    .select({
      buyerId: c.buyerId,
      sellerId: c.sellerId,
      isBlockedByBuyer: hasBlocked(t, c.buyerId, c.sellerId),
      isBlockedBySeller: hasBlocked(t, c.sellerId, c.buyerId),
    })
    .from(c)
    .where(and(eq(c.id, value('id')), isParty(c, value('memberId')), gt(c.lastSeq, 0)));
});
