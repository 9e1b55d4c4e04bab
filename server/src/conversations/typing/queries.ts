import { and, eq, gt, or, sql } from 'drizzle-orm';
import { hasBlocked } from '../../blocks/queries.ts';
import type { Conn } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';

const value = (name: string) => sql.placeholder(name);

/** The two of a conversation that both can see, and whether a block stands between them; nothing for a stranger. */
export const findTalkers = prepared('find_talkers', ({ q, t }: Conn) => {
  const { conversations: c } = t;
  return q
    .select({
      buyerId: c.buyerId,
      sellerId: c.sellerId,
      isBlockedByBuyer: hasBlocked(t, c.buyerId, c.sellerId),
      isBlockedBySeller: hasBlocked(t, c.sellerId, c.buyerId),
    })
    .from(c)
    .where(
      and(
        eq(c.id, value('id')),
        or(eq(c.buyerId, value('personId')), eq(c.sellerId, value('personId'))),
        gt(c.lastSeq, 0),
      ),
    );
});
