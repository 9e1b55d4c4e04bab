import {
  type AnyColumn,
  aliasedTable,
  and,
  count,
  eq,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

const value = (name: string) => sql.placeholder(name);

/** Whether a vouch is public: everything that others see of vouches is filtered by this. */
export function isPublic({ vouches: v }: Tables, now: Date | SQL): SQL | undefined {
  return and(lte(v.releasesAt, now), isNull(v.removedAt));
}

export const countReleased = prepared('count_released_vouches', ({ q, t }: Conn) =>
  q
    .select({ count: count() })
    .from(t.vouches)
    .where(
      and(
        eq(t.vouches.subjectId, value('subjectId')),
        isPublic(t, sql`${sql.param(value('now'), t.vouches.releasesAt)}`),
      ),
    ),
);

/** The deals of a member in one role that count, by the other member: both accounts and the item began before `since`. */
const dealsAs = (role: 'buyerId' | 'sellerId') => (conn: Conn) => {
  const { q, t } = conn;
  const { deals: d, listings: l, wanted: w } = t;
  const own = aliasedTable(t.users, 'own');
  const other = aliasedTable(t.users, 'other');
  const otherId = d[role === 'buyerId' ? 'sellerId' : 'buyerId'];
  const isOld = (at: AnyColumn) => lte(at, sql`${sql.param(value('since'), at)}`);
  const isGoneOrOld = (at: AnyColumn) => or(isNull(at), isOld(at));
  return q
    .select({ otherId, count: count() })
    .from(d)
    .innerJoin(own, eq(own.id, d[role]))
    .innerJoin(other, eq(other.id, otherId))
    .leftJoin(l, eq(l.id, d.listingId))
    .leftJoin(w, eq(w.id, d.wantedId))
    .where(
      and(
        eq(d[role], value('memberId')),
        isNotNull(d.madeAt),
        ...[own.createdAt, other.createdAt].map(isOld),
        ...[l.createdAt, w.createdAt].map(isGoneOrOld),
      ),
    )
    .groupBy(otherId);
};

// With both roles in one condition, SQLite would read all deals.
export const dealsAsBuyer = prepared('deals_as_buyer', dealsAs('buyerId'));
export const dealsAsSeller = prepared('deals_as_seller', dealsAs('sellerId'));
