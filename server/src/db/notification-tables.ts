import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

/** Columns of a conversation: how far each of its two people was notified of messages they have not read. */
export const awayColumns = ({ int, instant }: Kit) => ({
  /** When the oldest message came for which no notification was considered yet; null when there is none. */
  buyerWaitingSince: instant('buyer_waiting_since'),
  sellerWaitingSince: instant('seller_waiting_since'),
  /** Up to which `seq` pushes were sent; raised before the sending, so that nothing is pushed twice. */
  buyerPushedSeq: int('buyer_pushed_seq').notNull().default(0),
  sellerPushedSeq: int('seller_pushed_seq').notNull().default(0),
  /** Up to which `seq` a mail was sent. The next mail waits until this much has been read. */
  buyerMailedSeq: int('buyer_mailed_seq').notNull().default(0),
  sellerMailedSeq: int('seller_mailed_seq').notNull().default(0),
});

/** Where people get notifications while they are away, and which ones they want. */
export function notificationTables(
  { table, index, uniqueIndex, id, str, flag, instant }: Kit,
  { users, authSessions }: Record<'users' | 'authSessions', { id: AnySQLiteColumn }>,
) {
  /** A browser that takes pushes for somebody. */
  const pushSubscriptions = table(
    'push_subscriptions',
    {
      id: id('id').primaryKey(),
      /** The URL at the browser's push service: whoever knows it can send pushes there. */
      endpoint: str('endpoint').notNull(),
      p256dh: str('p256dh').notNull(),
      auth: str('auth').notNull(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** The subscription is deleted with this session: a browser that has signed out gets no pushes. */
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
