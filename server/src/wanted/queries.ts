import { and, desc, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { isBelow } from '../db/keyset.ts';
import { prepared, preparedWrite } from '../db/prepared.ts';
import { contains } from '../db/search.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../users/columns.ts';

export interface Sought {
  term: string | undefined;
  at: Date;
  id: string;
  /** A select of the few ids that alone can match, where the index knows them. */
  few: SQL | null;
  /** A select of buyers whose requests are left out. */
  hidden: SQL | null;
}

const value = (name: string) => sql.placeholder(name);

const wantedWhole = ({ q, t }: Conn) =>
  q
    .select({ wanted: t.wanted, buyer: personColumns(t) })
    .from(t.wanted)
    .innerJoin(t.users, eq(t.users.id, t.wanted.buyerId));
export type WantedRow = Awaited<ReturnType<typeof wantedWhole>>[number];

// Written as in the partial indexes, so that they are used.
const isOpen = ({ wanted: w }: Tables) => and(isNull(w.removedAt), sql`not ${w.isFulfilled}`);

const isBelowPlace = ({ wanted: w }: Tables) => isBelow(w.bumpedAt, w.id);

const inOrder = ({ wanted: w }: Tables) => [desc(w.bumpedAt), desc(w.id)];

export const findWanted = prepared('find_wanted', (conn: Conn) =>
  wantedWhole(conn).where(and(eq(conn.t.wanted.id, value('id')), isNull(conn.t.wanted.removedAt))),
);

/** What this buyer has posted under a client id, also when it has been removed since. */
export const findPostedWanted = prepared('find_posted_wanted', (conn: Conn) =>
  wantedWhole(conn).where(
    and(eq(conn.t.wanted.buyerId, value('buyerId')), eq(conn.t.wanted.clientId, value('clientId'))),
  ),
);

/** What is still wanted below the place `at`, `id`, the latest bumped first. */
export const wantedBelow = prepared('wanted_below', (conn: Conn) =>
  wantedWhole(conn)
    .where(and(isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** What is found by a term: among the few ids that alone can match, or down the index of the order. */
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
  // A cross join, because SQLite then begins with its left side.
  return q
    .select({ id: w.id })
    .from(sql`(${few}) few`)
    .crossJoin(w)
    .where(and(sql`few.id = ${w.id}`, isFound))
    .orderBy(...order)
    .limit(limit);
}

/** As `wantedBelow`, without what is hidden, and where title or brand hold a term if there is one. */
export const foundWantedBelow = (conn: Conn, sought: Sought, limit: number) =>
  wantedWhole(conn)
    .where(inArray(conn.t.wanted.id, idsFound(conn, sought, limit)))
    .orderBy(...inOrder(conn.t));

/** The first `max` ids of those, to be counted. */
export const idsToCount = (conn: Conn, sought: Sought, max: number): SQL =>
  idsFound(conn, sought, max).getSQL();

/** As `wantedBelow`, of one person. */
export const buyerWantedBelow = prepared('buyer_wanted_below', (conn: Conn) =>
  wantedWhole(conn)
    .where(and(eq(conn.t.wanted.buyerId, value('buyerId')), isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** Holds a request of this buyer until the transaction ends, so that what is done with it happens one after the other. */
export const lockOwnWanted = (conn: Conn, id: string, buyerId: string) => {
  const { wanted: w } = conn.t;
  return conn.q
    .update(w)
    .set({ isFulfilled: sql`${w.isFulfilled}` })
    .where(and(eq(w.id, id), eq(w.buyerId, buyerId), isNull(w.removedAt)))
    .returning();
};

/** Answers with nothing when it has been removed. */
export const updateWanted = (conn: Conn, id: string, changes: Partial<Tables['wanted']['$inferInsert']>) =>
  conn.q
    .update(conn.t.wanted)
    .set(changes)
    .where(and(eq(conn.t.wanted.id, id), isNull(conn.t.wanted.removedAt)))
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

/** Takes all requests of a buyer away, and names those that were still there. */
export const removeAllOfBuyer = ({ q, t: { wanted: w } }: Conn, buyerId: string, at: Date) =>
  q
    .update(w)
    .set({ removedAt: at })
    .where(and(eq(w.buyerId, buyerId), isNull(w.removedAt)))
    .returning({ id: w.id });

/** Leaves of a buyer's requests what their conversations need, their titles; the others go entirely. */
export async function forgetAllOfBuyer({ q, t }: Conn, buyerId: string): Promise<void> {
  const { wanted: w, conversations: c } = t;
  const talkedAbout = q.select({ id: c.wantedId }).from(c).where(eq(c.wantedId, w.id));
  await q
    .delete(w)
    .where(and(eq(w.buyerId, buyerId), notExists(talkedAbout)))
    .returning({ id: w.id });
  await q.update(w).set({ description: null }).where(eq(w.buyerId, buyerId)).returning({ id: w.id });
}
