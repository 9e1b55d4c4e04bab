import type { DomainEventName } from '../core/events.ts';
import type { Kit } from '../db/kit.ts';

/** Leases on scheduled jobs, so that only one process on the database runs each of them at a time. */
export function leaseTables({ table, str, instant }: Kit) {
  const taskLeases = table('task_leases', {
    task: str('task').primaryKey(),
    /** When the lease ends and any process may start the next run. */
    heldUntil: instant('held_until').notNull(),
  });
  return { taskLeases };
}

/** Events of a process without features, which a server emits to them. */
export function pendingEventTables({ table, id, str, json, instant }: Kit) {
  const pendingEvents = table('pending_events', {
    id: id('id').primaryKey(),
    name: str('name').$type<DomainEventName>().notNull(),
    event: json<object>('event').notNull(),
    createdAt: instant('created_at').notNull(),
  });
  return { pendingEvents };
}

/** Attempts of outgoing queues that failed lately. */
export function queueFailureTables({ table, index, id, str, instant }: Kit) {
  const queueFailures = table(
    'queue_failures',
    { id: id('id').primaryKey(), queue: str('queue').notNull(), at: instant('failed_at').notNull() },
    (t) => [index('queue_failures_queue').on(t.queue, t.at)],
  );
  return { queueFailures };
}
