import type { WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Addresses that receive events, and the deliveries to each. */
export function webhookTables(
  { table, index, id, str, int, flag, json, instant }: Kit,
  { users }: Referenced<'users'>,
) {
  const webhooks = table(
    'webhooks',
    {
      id: id('id').primaryKey(),
      /** Null for a webhook of the instance whose admin is gone. */
      ownerId: id('owner_id').references(() => users.id),
      isInstance: flag('is_instance').notNull(),
      /** The API key that added it, or was the last to change it; null if its owner did so themselves. */
      keyId: id('key_id'),
      url: str('url').notNull(),
      events: json<WebhookEvent[]>('events').notNull(),
      /** Sealed with a key derived from AUTH_SECRET. */
      secret: str('secret').notNull(),
      /** The one before; it signs as well until `oldSecretUntil`. */
      oldSecret: str('old_secret'),
      oldSecretUntil: instant('old_secret_until'),
      /** Null while it is on. */
      offReason: str('off_reason').$type<'gone' | 'failing' | 'member' | 'access_ended'>(),
      /** The first of the failures in a row. */
      failingSince: instant('failing_since'),
      /** Its last answer came late or not at all. */
      isSlow: flag('is_slow').notNull().default(false),
      /** When to send next; null while nothing waits. */
      dueAt: instant('due_at'),
      /** Nothing is sent before this: its receiver asked for a pause. */
      pausedUntil: instant('paused_until'),
      /** Until when one process sends to it, one delivery after the other. */
      leasedUntil: instant('leased_until'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      index('webhooks_owner').on(t.ownerId, t.createdAt),
      index('webhooks_instance').on(t.createdAt).where(sql`is_instance`),
      index('webhooks_due').on(t.isSlow, t.dueAt).where(sql`due_at is not null`),
    ],
  );

  /** Stored in the transaction of the event. What it says is read when it is sent. */
  const webhookDeliveries = table(
    'webhook_deliveries',
    {
      id: id('id').primaryKey(),
      /** No reference: an event whose webhook is deleted at the same moment must not fail. */
      webhookId: id('webhook_id').notNull(),
      type: str('type').$type<WebhookEvent>().notNull(),
      /** Deliveries about the same subject are sent in order. */
      subjectId: id('subject_id').notNull(),
      /** What `data` is about, where that is not the subject: the message of a conversation, the listing of a search. */
      aboutId: id('about_id').notNull(),
      state: str('state').$type<'waiting' | 'delivered' | 'failed' | 'skipped'>().notNull(),
      attempts: int('attempts').notNull().default(0),
      dueAt: instant('due_at').notNull(),
      attemptedAt: instant('attempted_at'),
      status: int('status'),
      error: str('error'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      index('webhook_deliveries_list').on(t.webhookId, t.createdAt, t.id),
      index('webhook_deliveries_waiting').on(t.webhookId, t.id).where(sql`state = 'waiting'`),
      index('webhook_deliveries_subject').on(t.webhookId, t.subjectId, t.id).where(sql`state = 'waiting'`),
      index('webhook_deliveries_created').on(t.createdAt),
    ],
  );
  return { webhooks, webhookDeliveries };
}
