import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Kit } from './kit.ts';

/** Conversation columns: how far each participant was notified of unread messages. */
export const awayColumns = ({ int, instant }: Kit) => ({
  /** Arrival of the oldest message not considered for notification yet; null if none. */
  buyerWaitingSince: instant('buyer_waiting_since'),
  sellerWaitingSince: instant('seller_waiting_since'),
  /** The `seq` up to which pushes were sent; raised before sending, so that nothing is pushed twice. */
  buyerPushedSeq: int('buyer_pushed_seq').notNull().default(0),
  sellerPushedSeq: int('seller_pushed_seq').notNull().default(0),
  /** The `seq` up to which a mail was sent. The next mail waits until these messages were read. */
  buyerMailedSeq: int('buyer_mailed_seq').notNull().default(0),
  sellerMailedSeq: int('seller_mailed_seq').notNull().default(0),
});

/** Push subscriptions and notification settings of members. */
export function notificationTables(
  { table, index, uniqueIndex, id, str, int, flag, instant }: Kit,
  { users, authSessions }: Record<'users' | 'authSessions', { id: AnySQLiteColumn }>,
) {
  /** A browser that receives pushes for a member. */
  const pushSubscriptions = table(
    'push_subscriptions',
    {
      id: id('id').primaryKey(),
      /** The URL at the browser's push service, which allows anyone who knows it to send pushes. */
      endpoint: str('endpoint').notNull(),
      p256dh: str('p256dh').notNull(),
      auth: str('auth').notNull(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** The subscription is deleted with this session, so a signed-out browser gets no pushes. */
      sessionId: id('session_id')
        .notNull()
        .references(() => authSessions.id, { onDelete: 'cascade' }),
      createdAt: instant('created_at').notNull(),
      /** Deliveries in a row that failed; one after the other, not those at the same time. */
      failures: int('failures').notNull().default(0),
      /** Before this, nothing is sent; null unless the last delivery failed. */
      retryAt: instant('retry_at'),
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
