import type { Kit } from './kit.ts';

/** Mails on their way out, written with what causes them. */
export function mailTables({ table, index, id, str, instant }: Kit) {
  const mails = table(
    'mails',
    {
      id: id('id').primaryKey(),
      /** To whom and what, sealed with a key derived from AUTH_SECRET: links that prove who somebody is stand in it. */
      sealed: str('sealed').notNull(),
      /** When it may be tried. Whoever takes it puts this off, so that no other does meanwhile. */
      dueAt: instant('due_at').notNull(),
      /** From then on it is worth nothing. */
      expiresAt: instant('expires_at').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('mails_due').on(t.dueAt, t.id)],
  );
  return { mails };
}
