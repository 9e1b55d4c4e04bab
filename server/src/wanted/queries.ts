import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { isBelow } from '../db/keyset.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../users/columns.ts';

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

const holds = ({ wanted: w }: Tables) => sql`${w.searchFolded} like ${value('pattern')} escape '\\'`;

const inOrder = ({ wanted: w }: Tables) => [desc(w.bumpedAt), desc(w.id)];

export const findWanted = prepared('find_wanted', (conn: Conn) =>
  wantedWhole(conn).where(and(eq(conn.t.wanted.id, value('id')), isNull(conn.t.wanted.removedAt))),
);

/** What is still wanted below the place `at`, `id`, the latest bumped first. */
export const wantedBelow = prepared('wanted_below', (conn: Conn) =>
  wantedWhole(conn)
    .where(and(isOpen(conn.t), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

/** As `wantedBelow`, where title or brand match `pattern`. The index alone finds which; only those rows are read. */
export const foundWantedBelow = prepared('found_wanted_below', (conn: Conn) => {
  const { wanted: w } = conn.t;
  const found = conn.q
    .select({ id: w.id })
    .from(w)
    .where(and(isOpen(conn.t), isBelowPlace(conn.t), holds(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit'));
  return wantedWhole(conn)
    .where(inArray(w.id, found))
    .orderBy(...inOrder(conn.t));
});

/** How many `foundWantedBelow` finds in all. The place, though it is the top, keeps SQLite to that index. */
export const countFoundWanted = prepared('count_found_wanted', ({ q, t }: Conn) =>
  q
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(t.wanted)
    .where(and(isOpen(t), isBelowPlace(t), holds(t))),
);

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

export const updateWanted = (conn: Conn, id: string, changes: Partial<Tables['wanted']['$inferInsert']>) =>
  conn.q
    .update(conn.t.wanted)
    .set(changes)
    .where(eq(conn.t.wanted.id, id))
    .returning({ id: conn.t.wanted.id });

export const insertWanted = (conn: Conn, row: Tables['wanted']['$inferInsert']) =>
  conn.q.insert(conn.t.wanted).values(row).returning({ id: conn.t.wanted.id });
