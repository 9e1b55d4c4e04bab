import { and, desc, eq, inArray, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { isBelow } from '../db/keyset.ts';
import { forUpdate } from '../db/locked.ts';
import { prepared, preparedWrite } from '../db/prepared.ts';
import { contains } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../members/columns.ts';

export interface Sought {
  term: string | undefined;
  at: Date;
  id: string;
  /** A select of the few ids that can match, where the search index finds them. */
  few: SQL | null;
  /** A select of the buyers whose requests are hidden. */
  hidden: SQL | null;
}

const value = (name: string) => sql.placeholder(name);

const wantedWhole = ({ q, t }: Conn) =>
  q
    .select({ wanted: t.wanted, buyer: personColumns(t) })
    .from(t.wanted)
    .innerJoin(t.users, eq(t.users.id, t.wanted.buyerId));
export type WantedRow = Awaited<ReturnType<typeof wantedWhole>>[number];

// Written exactly as in the partial indexes, so that they are used.
const isOpen = ({ wanted: w }: Tables) => and(isNull(w.removedAt), sql`not ${w.isFulfilled}`);

const isBelowPlace = ({ wanted: w }: Tables) => isBelow(w.bumpedAt, w.id);

const inOrder = ({ wanted: w }: Tables) => [desc(w.bumpedAt), desc(w.id)];

export const findWanted = prepared('find_wanted', (conn: Conn) =>
  wantedWhole(conn).where(and(eq(conn.t.wanted.id, value('id')), isNull(conn.t.wanted.removedAt))),
);

/** The request that this buyer posted under a client id, even if it has been removed since. */
export const findPostedWanted = prepared('find_posted_wanted', (conn: Conn) =>
  wantedWhole(conn).where(
    and(eq(conn.t.wanted.buyerId, value('buyerId')), eq(conn.t.wanted.clientId, value('clientId'))),
  ),
);

/** Open requests below the place `at`, `id`, the latest bumped first. */
export const wantedBelow = prepared('wanted_below', (conn: Conn) =>
  wantedWhole(conn)
    .where(and(isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** The ids of requests that a term finds: among the few that can match, or by scanning the index of the order. */
function idsFound({ q, t }: Conn, { term, at, id, few, hidden }: Sought, limit: number) {
  const { wanted: w } = t;
  const place = sql`(${sql.param(at, w.bumpedAt)}, ${sql.param(id, w.id)})`;
  const isFound = and(
    isOpen(t),
    term === undefined ? undefined : contains(w.searchFolded, term),
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

/** Like `wantedBelow`, without hidden buyers, and only where title or brand contain the term if there is one. */
export const foundWantedBelow = (conn: Conn, sought: Sought, limit: number) =>
  wantedWhole(conn)
    .where(inArray(conn.t.wanted.id, idsFound(conn, sought, limit)))
    .orderBy(...inOrder(conn.t));

/** The first `max` ids that `foundWantedBelow` would find, to be counted. */
export const idsToCount = (conn: Conn, sought: Sought, max: number): SQL =>
  idsFound(conn, sought, max).getSQL();

/** Like `wantedBelow`, of one person. */
export const buyerWantedBelow = prepared('buyer_wanted_below', (conn: Conn) =>
  wantedWhole(conn)
    .where(and(eq(conn.t.wanted.buyerId, value('buyerId')), isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** Finds a request of this buyer, and locks it until the transaction ends: its changes take turns. */
export const lockOwnWanted = (conn: Conn, id: string, buyerId: string) => {
  const { wanted: w } = conn.t;
  return forUpdate(
    conn.q
      .select()
      .from(w)
      .where(and(eq(w.id, id), eq(w.buyerId, buyerId), isNull(w.removedAt))),
  );
};

/** Changes a request. Returns no row when it has been removed, unless only while its buyer is suspended. */
export const updateWanted = (conn: Conn, id: string, changes: Partial<Tables['wanted']['$inferInsert']>) =>
  conn.q
    .update(conn.t.wanted)
    .set(changes)
    .where(and(eq(conn.t.wanted.id, id), or(isNull(conn.t.wanted.removedAt), conn.t.wanted.isSuspended)))
    .returning({ id: conn.t.wanted.id });

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

export const findAllOfBuyer = ({ q, t: { wanted: w } }: Conn, buyerId: string) =>
  q
    .select()
    .from(w)
    .where(and(eq(w.buyerId, buyerId), isNull(w.removedAt)))
    .orderBy(desc(w.createdAt));

/** Removes all requests of a buyer. @returns the ids of those that had not been removed before. */
export const removeAllOfBuyer = ({ q, t: { wanted: w } }: Conn, buyerId: string, at: Date) =>
  q
    .update(w)
    .set({ removedAt: at })
    .where(and(eq(w.buyerId, buyerId), isNull(w.removedAt)))
    .returning({ id: w.id });

/** Deletes the requests of a buyer; those with conversations keep what these show of them, such as the title. */
export async function forgetAllOfBuyer({ q, t }: Conn, buyerId: string): Promise<void> {
  const { wanted: w, conversations: c } = t;
  const talkedAbout = q.select({ id: c.wantedId }).from(c).where(eq(c.wantedId, w.id));
  await q
    .delete(w)
    .where(and(eq(w.buyerId, buyerId), notExists(talkedAbout)))
    .returning({ id: w.id });
  await q.update(w).set({ description: null }).where(eq(w.buyerId, buyerId)).returning({ id: w.id });
}
