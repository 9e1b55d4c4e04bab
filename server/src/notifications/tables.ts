import type { Kit } from '../platform/db/kit.ts';
import type { Referenced } from '../platform/db/referenced.ts';

/** Push subscriptions and notification settings of members. */
export function notificationTables(
  { table, index, uniqueIndex, id, str, int, flag, instant }: Kit,
  { users, authSessions }: Referenced<'users' | 'authSessions'>,
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

  /** What a member has chosen instead of the default; null where they have not. */
  const notificationChoices = table(
    'notification_choices',
    {
      id: id('id').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** A kind of notice, or 'message'. */
      kind: str('kind').notNull(),
      push: flag('by_push'),
      mail: flag('by_mail'),
      /** Unsubscribed by a mailed link: not mailed, whatever was chosen. */
      isMailPaused: flag('is_mail_paused').notNull().default(false),
    },
    (t) => [uniqueIndex('notification_choices_kind').on(t.userId, t.kind)],
  );

  return { pushSubscriptions, notificationChoices };
}
