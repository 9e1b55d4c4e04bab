import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** What members are notified of outside conversations, and what of it still has to be pushed and mailed. */
export function noticeTables(
  { table, index, id, str, json, instant }: Kit,
  { users, listings }: Referenced<'users' | 'listings'>,
) {
  const notices = table(
    'notices',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id),
      kind: str('kind').notNull(),
      otherId: id('other_id').references(() => users.id),
      listingId: id('listing_id').references(() => listings.id, { onDelete: 'cascade' }),
      data: json<Record<string, string>>('data').notNull(),
      createdAt: instant('created_at').notNull(),
      readAt: instant('read_at'),
      /** When to push it; null once that is done or not needed. A node moves it forward as its lease on the push. */
      pushAt: instant('push_at'),
      /** When to mail it; null once that is done or not needed. */
      mailAt: instant('mail_at'),
      mailedAt: instant('mailed_at'),
    },
    (t) => [
      index('notices_user').on(t.userId, t.createdAt, t.id),
      index('notices_unread').on(t.userId, t.kind).where(sql`read_at is null`),
      index('notices_listing').on(t.listingId),
      index('notices_other').on(t.otherId),
      index('notices_push').on(t.pushAt).where(sql`push_at is not null`),
      index('notices_mail').on(t.mailAt).where(sql`mail_at is not null`),
      index('notices_mailed').on(t.userId, t.mailedAt).where(sql`mailed_at is not null`),
      index('notices_created').on(t.createdAt),
    ],
  );
  return { notices };
}
