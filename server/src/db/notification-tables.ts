import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

/** What a conversation knows of telling its two people, each for themselves, about what they have not read. */
export const awayColumns = ({ int, instant }: Kit) => ({
  /** Since when the oldest message waits that nobody has looked into yet; without one, nothing is to be told. */
  buyerWaitingSince: instant('buyer_waiting_since'),
  sellerWaitingSince: instant('seller_waiting_since'),
  /** Up to which `seq` a push has told; raised before it is sent, so that nothing is told twice. */
  buyerPushedSeq: int('buyer_pushed_seq').notNull().default(0),
  sellerPushedSeq: int('seller_pushed_seq').notNull().default(0),
  /** The same of a mail. The next one waits until this much has been read. */
  buyerMailedSeq: int('buyer_mailed_seq').notNull().default(0),
  sellerMailedSeq: int('seller_mailed_seq').notNull().default(0),
});

/** Where people are told of things while they are away, and what they want to be told. */
export function notificationTables(
  { table, index, uniqueIndex, id, str, flag, instant }: Kit,
  { users, authSessions }: Record<'users' | 'authSessions', { id: AnySQLiteColumn }>,
) {
  /** A browser that takes pushes for somebody. */
  const pushSubscriptions = table(
    'push_subscriptions',
    {
      id: id('id').primaryKey(),
      /** Where the browser's push service takes them: whoever knows it can write there. */
      endpoint: str('endpoint').notNull(),
      p256dh: str('p256dh').notNull(),
      auth: str('auth').notNull(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** Whose end is the end of it: who has signed out is told nothing there. */
      sessionId: id('session_id')
        .notNull()
        .references(() => authSessions.id, { onDelete: 'cascade' }),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
      index('push_subscriptions_user').on(t.userId, t.createdAt),
      index('push_subscriptions_session').on(t.sessionId),
    ],
  );

  const notificationSettings = table('notification_settings', {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    messagesByMail: flag('messages_by_mail').notNull().default(true),
    messagesByPush: flag('messages_by_push').notNull().default(true),
  });

  return { pushSubscriptions, notificationSettings };
}
