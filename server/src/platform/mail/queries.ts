import { and, asc, count, eq, lte } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type MailRow = Tables['mails']['$inferSelect'];

export const insertMail = ({ q, t }: Conn, row: MailRow) =>
  q.insert(t.mails).values(row).returning({ id: t.mails.id });

export const dueMails = ({ q, t: { mails: m } }: Conn, now: Date, limit: number) =>
  q.select({ id: m.id }).from(m).where(lte(m.dueAt, now)).orderBy(asc(m.dueAt), asc(m.id)).limit(limit);

/** Takes a lease on a due mail by moving its due time ahead; of several nodes that try, one gets it. */
export const takeMail = async (
  { q, t: { mails: m } }: Conn,
  { id, now, until }: { id: string; now: Date; until: Date },
): Promise<MailRow | undefined> =>
  (
    await q
      .update(m)
      .set({ dueAt: until })
      .where(and(eq(m.id, id), lte(m.dueAt, now)))
      .returning()
  )[0];

export const deferMail = ({ q, t: { mails: m } }: Conn, id: string, dueAt: Date) =>
  q.update(m).set({ dueAt }).where(eq(m.id, id)).returning({ id: m.id });

export const deleteMail = ({ q, t: { mails: m } }: Conn, id: string) =>
  q.delete(m).where(eq(m.id, id)).returning({ id: m.id });

export const countMails = ({ q, t }: Conn) => q.select({ count: count() }).from(t.mails);
