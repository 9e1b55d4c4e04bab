import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import { hasBlocked } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import type { Role } from '../../platform/db/inbox-parts.ts';
import { prepared } from '../../platform/db/prepared.ts';

const value = (name: string) => sql.placeholder(name);

const partnersAs = (role: Role) =>
  prepared(`partners_as_${role}`, ({ q, t }: Conn) => {
    const { conversations: c } = t;
    const [own, other] = role === 'buyer' ? [c.buyerId, c.sellerId] : [c.sellerId, c.buyerId];
    return q
      .select({ id: other })
      .from(c)
      .where(
        and(
          eq(own, value('memberId')),
          gt(c.lastSeq, 0),
          sql`not ${hasBlocked(t, own, other)}`,
          sql`not ${hasBlocked(t, other, own)}`,
        ),
      )
      .orderBy(desc(c.lastMessageAt), desc(c.id))
      .limit(value('limit'));
  });
const asBuyer = partnersAs('buyer');
const asSeller = partnersAs('seller');

/** The partners of a member's newest conversations, up to `limit` in each role, except blocked ones. */
export async function findPartners(conn: Conn, memberId: string, limit: number): Promise<Set<string>> {
  const values = { memberId, limit };
  const rows = [...(await asBuyer(conn, values)), ...(await asSeller(conn, values))];
  return new Set(rows.map(({ id }) => id));
}

/** Finds one conversation with messages between two members; no row if there is none. */
export const findConversationBetween = prepared(
  'conversation_between',
  ({ q, t: { conversations: c } }: Conn) =>
    q
      .select({ id: c.id })
      .from(c)
      .where(
        and(
          or(
            and(eq(c.buyerId, value('one')), eq(c.sellerId, value('other'))),
            and(eq(c.buyerId, value('other')), eq(c.sellerId, value('one'))),
          ),
          gt(c.lastSeq, 0),
        ),
      )
      .limit(1),
);
