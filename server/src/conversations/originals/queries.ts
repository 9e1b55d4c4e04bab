import { asc, count, eq, inArray, lt } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export function insertOriginal(
  { q, t: { messageOriginals: o } }: Conn,
  row: Tables['messageOriginals']['$inferInsert'],
) {
  return q.insert(o).values(row).returning({ id: o.id });
}

export function countOriginals({ q, t: { messageOriginals: o } }: Conn, messageId: string) {
  return q.select({ count: count() }).from(o).where(eq(o.messageId, messageId));
}

export function originalsOf({ q, t: { messageOriginals: o } }: Conn, senderId: string) {
  return q
    .select({
      messageId: o.messageId,
      content: o.content,
      photoKey: o.photoKey,
      writtenAt: o.writtenAt,
      replacedAt: o.replacedAt,
    })
    .from(o)
    .where(eq(o.senderId, senderId))
    .orderBy(asc(o.id));
}

export function deleteOriginalsBefore({ q, t: { messageOriginals: o } }: Conn, before: Date, limit: number) {
  const expired = q.select({ id: o.id }).from(o).where(lt(o.replacedAt, before)).limit(limit);
  return q.delete(o).where(inArray(o.id, expired)).returning({ photoKey: o.photoKey });
}

export function deleteOriginalsOf({ q, t: { messageOriginals: o } }: Conn, senderId: string) {
  return q.delete(o).where(eq(o.senderId, senderId)).returning({ photoKey: o.photoKey });
}
