import type { ClosetRowState } from '@selvedge/shared/items/closet';
import { and, asc, desc, eq, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type ImportRow = Tables['closetImports']['$inferSelect'];
export type RowToPost = Tables['closetRows']['$inferSelect'];

export function insertImport({ q, t }: Conn, row: Tables['closetImports']['$inferInsert']) {
  return q.insert(t.closetImports).values(row).returning({ id: t.closetImports.id });
}

export function insertRows({ q, t }: Conn, rows: Tables['closetRows']['$inferInsert'][]) {
  return q.insert(t.closetRows).values(rows).returning({ id: t.closetRows.id });
}

/** Finds an import that has not ended. */
export function findRunning({ q, t: { closetImports: i } }: Conn, memberId: string) {
  return q
    .select({ id: i.id })
    .from(i)
    .where(and(eq(i.memberId, memberId), ne(i.state, 'done')))
    .limit(1);
}

/** Imports with the number of their rows in each state. */
function selectImports({ q, t: { closetImports: i, closetRows: r } }: Conn) {
  // Nested, because drizzle omits table names of columns directly in a select.
  const rows = (state: ClosetRowState) => {
    const ofState = sql`select count(*) from ${r} where ${r.importId} = ${i.id} and ${r.state} = ${state}`;
    return sql`(${ofState})`.mapWith(Number);
  };
  return q
    .select({
      ...{ found: i, waiting: rows('waiting'), posted: rows('posted') },
      ...{ repeated: rows('repeated'), failed: rows('failed') },
    })
    .from(i);
}
export type CountedImport = Awaited<ReturnType<typeof selectImports>>[number];

export function importsOf(conn: Conn, memberId: string) {
  const { closetImports: i } = conn.t;
  return selectImports(conn).where(eq(i.memberId, memberId)).orderBy(desc(i.createdAt), desc(i.id));
}

export function findImport(conn: Conn, memberId: string, id: string) {
  const { closetImports: i } = conn.t;
  return selectImports(conn).where(and(eq(i.memberId, memberId), eq(i.id, id)));
}

export function rowsOf({ q, t: { closetRows: r } }: Conn, importId: string) {
  return q.select().from(r).where(eq(r.importId, importId)).orderBy(asc(r.number));
}

export function nextRow({ q, t: { closetRows: r } }: Conn, importId: string) {
  return q
    .select()
    .from(r)
    .where(and(eq(r.importId, importId), eq(r.state, 'waiting')))
    .orderBy(asc(r.number))
    .limit(1);
}

export function dueImports({ q, t: { closetImports: i } }: Conn, at: Date) {
  return q
    .select({ id: i.id })
    .from(i)
    .where(and(eq(i.state, 'posting'), lte(i.dueAt, at), lte(i.takenUntil, at)))
    .orderBy(asc(i.dueAt))
    .limit(100);
}

/** Leases an import to this process until a time. @returns no row if another process has it, or it was removed */
export function takeImport({ q, t: { closetImports: i } }: Conn, id: string, at: Date, until: Date) {
  return q
    .update(i)
    .set({ takenUntil: until })
    .where(and(eq(i.id, id), eq(i.state, 'posting'), lte(i.takenUntil, at)))
    .returning();
}

export function changeImport(
  { q, t: { closetImports: i } }: Conn,
  id: string,
  changes: Partial<Pick<ImportRow, 'state' | 'dueAt' | 'takenUntil'>>,
) {
  return q.update(i).set(changes).where(eq(i.id, id)).returning({ id: i.id });
}

/** @returns no row if it has already ended, or its import was removed */
export function endRow(
  { q, t: { closetRows: r } }: Conn,
  id: string,
  end: Pick<RowToPost, 'state' | 'listingId' | 'problem'>,
) {
  return q
    .update(r)
    .set({ ...end, photos: [] })
    .where(and(eq(r.id, id), eq(r.state, 'waiting')))
    .returning({ id: r.id });
}

export function deleteImports({ q, t: { closetImports: i } }: Conn, memberId: string, id?: string) {
  return q
    .delete(i)
    .where(and(eq(i.memberId, memberId), id === undefined ? undefined : eq(i.id, id)))
    .returning({ id: i.id, originals: i.originals });
}

/** Deletes all but the latest `kept` imports of a member. They have ended: only one runs at a time. */
export function deleteEarlierImports({ q, t: { closetImports: i } }: Conn, memberId: string, kept: number) {
  const earlier = q
    .select({ id: i.id })
    .from(i)
    .where(eq(i.memberId, memberId))
    .orderBy(desc(i.createdAt), desc(i.id))
    .limit(1_000)
    .offset(kept);
  return q.delete(i).where(inArray(i.id, earlier)).returning({ id: i.id, originals: i.originals });
}

/** Deletes imports that failed while their file was received, and those that ended long ago. */
export function deleteOldImports({ q, t: { closetImports: i } }: Conn, brokenBefore: Date, doneBefore: Date) {
  return q
    .delete(i)
    .where(
      or(
        and(eq(i.state, 'receiving'), lt(i.createdAt, brokenBefore)),
        and(eq(i.state, 'done'), lt(i.createdAt, doneBefore)),
      ),
    )
    .returning({ id: i.id, originals: i.originals });
}

export function allRowsOf({ q, t: { closetRows: r } }: Conn, importIds: string[]) {
  return q.select().from(r).where(inArray(r.importId, importIds)).orderBy(asc(r.importId), asc(r.number));
}
