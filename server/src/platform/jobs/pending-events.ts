import { v7 as uuidv7 } from 'uuid';
import type { DomainEvents } from '../core/events.ts';
import { every, type Feature } from '../core/feature.ts';
import type { Database } from '../db/database.ts';
import { forEachDue } from './for-each-due.ts';
import { insertPendingEvent, listPendingEvents, takePendingEvent } from './queries.ts';

/** Stores the events of a process without features, in their transactions, for a server that has them. */
export function storeEvents(db: Database): void {
  db.events.onAny(async (tx, name, event) => {
    await insertPendingEvent(tx, { id: uuidv7(), name, event, createdAt: new Date() });
  });
}

/** Each is emitted by one process, in one transaction with its end: if a subscriber fails, it stays for the next run. */
const emitPending = (db: Database) =>
  forEachDue(db, listPendingEvents, async (tx, { id }) => {
    const [pending] = await takePendingEvent(tx, id);
    if (pending) await tx.emit(pending.name, pending.event as DomainEvents[typeof pending.name]);
  });

/** Lets all features follow what the operator's commands do. */
export const pendingEvents: Feature = {
  name: 'pending events',
  jobs: [every(500, ({ db }) => emitPending(db))],
};
