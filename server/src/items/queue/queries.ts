import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Conn } from '../../platform/db/database.ts';
import { prepared, preparedWrite } from '../../platform/db/prepared.ts';
import type { ItemJobKind } from './tables.ts';

const value = (name: string) => sql.placeholder(name);

const insertRow = preparedWrite('insert_item_job', ({ q, t }: Conn) =>
  q.insert(t.itemJobs).values({
    ...{ id: value('id'), kind: value('kind') },
    ...{ itemId: value('itemId'), createdAt: value('createdAt') },
  }),
);

export function insertJob(conn: Conn, kind: ItemJobKind, itemId: string): Promise<number> {
  return insertRow(conn, { id: uuidv7(), kind, itemId, createdAt: new Date() });
}

/** Oldest first. */
export const nextJobs = prepared('next_item_jobs', ({ q, t: { itemJobs: j } }: Conn) =>
  q
    .select()
    .from(j)
    .where(and(eq(j.kind, value('kind')), gt(j.id, value('above'))))
    .orderBy(asc(j.id))
    .limit(value('limit')),
);

export function countJobs({ q, t: { itemJobs: j } }: Conn, kinds: ItemJobKind[]) {
  return q.select({ count: count() }).from(j).where(inArray(j.kind, kinds));
}

/** Which of these items wait in a queue. */
export function waitingAmong({ q, t: { itemJobs: j } }: Conn, kind: ItemJobKind, itemIds: string[]) {
  return q
    .selectDistinct({ itemId: j.itemId })
    .from(j)
    .where(and(eq(j.kind, kind), inArray(j.itemId, itemIds)));
}

export function deleteJobs({ q, t: { itemJobs: j } }: Conn, ids: string[]) {
  return q.delete(j).where(inArray(j.id, ids)).returning({ id: j.id });
}
