import type { Kit } from '../db/kit.ts';

/** The outbox: mails to send, stored in the transaction that causes them. */
export function mailTables({ table, index, id, str, instant }: Kit) {
  const mails = table(
    'mails',
    {
      id: id('id').primaryKey(),
      /** Recipient and content, sealed with a key derived from AUTH_SECRET: some contain links that sign people in. */
      sealed: str('sealed').notNull(),
      /** Time of the next attempt. Before an attempt, a node moves this forward as its lease on the mail. */
      dueAt: instant('due_at').notNull(),
      /** After this, the mail is no longer worth sending. */
      expiresAt: instant('expires_at').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('mails_due').on(t.dueAt, t.id)],
  );
  return { mails };
}
