import { and, asc, count, eq, lte, min } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type MailRow = Tables['mails']['$inferSelect'];

export function insertMail({ q, t }: Conn, row: MailRow) {
  return q.insert(t.mails).values(row).returning({ id: t.mails.id });
}

export function dueMails({ q, t: { mails: m } }: Conn, now: Date, limit: number) {
  return q
    .select({ id: m.id })
    .from(m)
    .where(lte(m.dueAt, now))
    .orderBy(asc(m.dueAt), asc(m.id))
    .limit(limit);
}

/** Takes a lease on a due mail by moving its due time ahead; of several nodes that try, one gets it. */
export async function takeMail(
  { q, t: { mails: m } }: Conn,
  { id, now, until }: { id: string; now: Date; until: Date },
): Promise<MailRow | undefined> {
  return (
    await q
      .update(m)
      .set({ dueAt: until })
      .where(and(eq(m.id, id), lte(m.dueAt, now)))
      .returning()
  )[0];
}

export function deferMail({ q, t: { mails: m } }: Conn, id: string, dueAt: Date) {
  return q.update(m).set({ dueAt }).where(eq(m.id, id)).returning({ id: m.id });
}

export function deleteMail({ q, t: { mails: m } }: Conn, id: string) {
  return q.delete(m).where(eq(m.id, id)).returning({ id: m.id });
}

export function waitingMails({ q, t: { mails: m } }: Conn) {
  return q.select({ count: count(), oldestAt: min(m.createdAt) }).from(m);
}
