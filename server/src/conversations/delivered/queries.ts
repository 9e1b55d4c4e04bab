import { and, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { hasBlocked } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import type { Role } from '../../platform/db/inbox-parts.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isParty } from '../../platform/db/seen.ts';

const value = (name: string) => sql.placeholder(name);

export function findReported({ q, t }: Conn, memberId: string, ids: string[]) {
  const { conversations: c } = t;
  return q
    .select({
      conversation: getTableColumns(c),
      isBlockedByBuyer: hasBlocked(t, c.buyerId, c.sellerId),
      isBlockedBySeller: hasBlocked(t, c.sellerId, c.buyerId),
    })
    .from(c)
    .where(and(inArray(c.id, ids), isParty(c, memberId)));
}

const raiseAs = (role: Role) =>
  prepared(`raise_delivered_${role}`, ({ q, t: { conversations: c } }: Conn) =>
    q
      .update(c)
      .set({
        [`${role}DeliveredSeq` as const]: sql`${value('seq')}`,
        changedAt: sql`${sql.param(value('at'), c.changedAt)}`,
      })
      .where(and(eq(c.id, value('id')), lt(c[`${role}DeliveredSeq`], value('seq'))))
      .returning({ id: c.id }),
  );

/** Raises a delivery cursor; returns no row if it is already that high. */
export const raiseDelivered = { buyer: raiseAs('buyer'), seller: raiseAs('seller') };
