import { foldText } from '@selvedge/shared/platform/fold';
import { and, desc, eq, inArray, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { memberColumns } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared, preparedWrite } from '../../platform/db/prepared.ts';
import { contains } from '../../platform/db/search.ts';
import type { Tables } from '../../platform/db/tables.ts';

export interface Search {
  term: string | undefined;
  at: Date;
  id: string;
  /** If the search index finds them. */
  few: SQL | null;
  hidden: SQL | null;
}

const value = (name: string) => sql.placeholder(name);

const selectWanted = ({ q, t }: Conn) =>
  q
    .select({ wanted: t.wanted, buyer: memberColumns(t) })
    .from(t.wanted)
    .innerJoin(t.users, eq(t.users.id, t.wanted.buyerId));
export type WantedRow = Awaited<ReturnType<typeof selectWanted>>[number];

// Phrased exactly like the partial indexes' conditions, so that the planner uses these indexes.
const isOpen = ({ wanted: w }: Tables) => and(isNull(w.removedAt), sql`not ${w.isFulfilled}`);

const isBelowPlace = ({ wanted: w }: Tables) => isBelow(w.bumpedAt, w.id);

const inOrder = ({ wanted: w }: Tables) => [desc(w.bumpedAt), desc(w.id)];

export const findWanted = prepared('find_wanted', (conn: Conn) =>
  selectWanted(conn).where(and(eq(conn.t.wanted.id, value('id')), isNull(conn.t.wanted.removedAt))),
);

/** The WTB that this buyer posted under a client id, even if it was removed since. */
export const findPostedWanted = prepared('find_posted_wanted', (conn: Conn) =>
  selectWanted(conn).where(
    and(eq(conn.t.wanted.buyerId, value('buyerId')), eq(conn.t.wanted.clientId, value('clientId'))),
  ),
);

export const wantedBelow = prepared('wanted_below', (conn: Conn) =>
  selectWanted(conn)
    .where(and(isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** From the few candidates, or by scanning the index of the sort order. */
function idsFound({ q, t }: Conn, { term, at, id, few, hidden }: Search, limit: number) {
  const { wanted: w } = t;
  const place = sql`(${sql.param(at, w.bumpedAt)}, ${sql.param(id, w.id)})`;
  const isFound = and(
    isOpen(t),
    term === undefined ? undefined : contains(w.searchFolded, foldText(term)),
    sql`(${w.bumpedAt}, ${w.id}) < ${place}`,
    hidden ? sql`${w.buyerId} not in (${hidden})` : undefined,
  );
  const order = inOrder(t);
  if (!few) {
    return q
      .select({ id: w.id })
      .from(w)
      .where(isFound)
      .orderBy(...order)
      .limit(limit);
  }
  // A cross join, because SQLite then makes its left side the outer loop.
  return q
    .select({ id: w.id })
    .from(sql`(${few}) few`)
    .crossJoin(w)
    .where(and(sql`few.id = ${w.id}`, isFound))
    .orderBy(...order)
    .limit(limit);
}

/** Like `wantedBelow`, without hidden buyers, and only with the term in title or brand if there is one. */
export function foundWantedBelow(conn: Conn, search: Search, limit: number) {
  return selectWanted(conn)
    .where(inArray(conn.t.wanted.id, idsFound(conn, search, limit)))
    .orderBy(...inOrder(conn.t));
}

/** The first `max` ids that `foundWantedBelow` would find, for counting. */
export function idsToCount(conn: Conn, search: Search, max: number): SQL {
  return idsFound(conn, search, max).getSQL();
}

export const buyerWantedBelow = prepared('buyer_wanted_below', (conn: Conn) =>
  selectWanted(conn)
    .where(and(eq(conn.t.wanted.buyerId, value('buyerId')), isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** Serializes the changes of a WTB. */
export function lockOwnWanted(conn: Conn, id: string, buyerId: string) {
  const { wanted: w } = conn.t;
  return forUpdate(
    conn.q
      .select()
      .from(w)
      .where(and(eq(w.id, id), eq(w.buyerId, buyerId), isNull(w.removedAt))),
  );
}

/** No row when the WTB was removed other than by its buyer's suspension. */
export function updateWanted(conn: Conn, id: string, changes: Partial<Tables['wanted']['$inferInsert']>) {
  return conn.q
    .update(conn.t.wanted)
    .set(changes)
    .where(and(eq(conn.t.wanted.id, id), or(isNull(conn.t.wanted.removedAt), conn.t.wanted.isSuspended)))
    .returning({ id: conn.t.wanted.id });
}

export function putBack(
  { q, t: { wanted: w } }: Conn,
  id: string,
  changes: Partial<Pick<Tables['wanted']['$inferInsert'], 'description' | 'removedAt' | 'isSuspended'>>,
) {
  return q.update(w).set(changes).where(eq(w.id, id)).returning({ id: w.id });
}

export const insertWanted = preparedWrite('insert_wanted', ({ q, t }: Conn) =>
  q.insert(t.wanted).values({
    id: value('id'),
    buyerId: value('buyerId'),
    title: value('title'),
    description: value('description'),
    brand: value('brand'),
    searchFolded: value('searchFolded'),
    brandKey: value('brandKey'),
    size: value('size'),
    maxPriceCents: value('maxPriceCents'),
    createdAt: value('createdAt'),
    bumpedAt: value('bumpedAt'),
    clientId: value('clientId'),
  }),
);

export function findAllOfBuyer({ q, t: { wanted: w } }: Conn, buyerId: string) {
  return q
    .select()
    .from(w)
    .where(and(eq(w.buyerId, buyerId), isNull(w.removedAt)))
    .orderBy(desc(w.createdAt));
}

/** Removes all WTBs of a buyer. @returns the ids of those not removed before. */
export function removeAllOfBuyer({ q, t: { wanted: w } }: Conn, buyerId: string, at: Date) {
  return q
    .update(w)
    .set({ removedAt: at })
    .where(and(eq(w.buyerId, buyerId), isNull(w.removedAt)))
    .returning({ id: w.id });
}

/** Deletes a buyer's WTBs. Those with conversations keep what the conversations show, such as the title. */
export async function forgetAllOfBuyer({ q, t }: Conn, buyerId: string): Promise<void> {
  const { wanted: w, conversations: c } = t;
  const conversationsAbout = q.select({ id: c.wantedId }).from(c).where(eq(c.wantedId, w.id));
  await q
    .delete(w)
    .where(and(eq(w.buyerId, buyerId), notExists(conversationsAbout)))
    .returning({ id: w.id });
  await q.update(w).set({ description: null }).where(eq(w.buyerId, buyerId)).returning({ id: w.id });
}
