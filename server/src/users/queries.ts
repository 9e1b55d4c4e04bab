import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

/** The person with a name in lower case, and since when they are here. */
export const findByUsername = prepared('find_user_by_username', ({ q, t: { users } }: Conn) =>
  q
    .select()
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('usernameKey'))),
);

export const updateIsAdmin = ({ q, t: { users } }: Conn, id: string, isAdmin: boolean) =>
  q
    .update(users)
    .set({ isAdmin, updatedAt: new Date() })
    .where(and(eq(users.id, id), eq(users.isAdmin, !isAdmin)))
    .returning({ id: users.id });

/** What one person sells and has sold. */
export const countListings = prepared('count_listings_of_seller', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({
      active: sql`count(case when not ${l.isSold} then 1 end)`.mapWith(Number),
      sold: sql`count(case when ${l.isSold} then 1 end)`.mapWith(Number),
    })
    .from(l)
    .where(and(eq(l.sellerId, sql.placeholder('sellerId')), isNull(l.removedAt))),
);

/** What one person still looks for. */
export const countWanted = prepared('count_wanted_of_buyer', ({ q, t: { wanted: w } }: Conn) =>
  q
    .select({ open: sql`count(*)`.mapWith(Number) })
    .from(w)
    .where(and(eq(w.buyerId, sql.placeholder('buyerId')), isNull(w.removedAt), sql`not ${w.isFulfilled}`)),
);
