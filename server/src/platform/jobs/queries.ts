import { and, asc, count, eq, gt, gte, lt, lte, or } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** Takes the lease on a task until `until`; only one process gets it. @returns no row if another has it. */
export function extendLease(
  { q, t: { taskLeases: l } }: Conn,
  { task, now, until }: { task: string; now: Date; until: Date },
) {
  return q
    .insert(l)
    .values({ task, heldUntil: until })
    .onConflictDoUpdate({
      target: l.task,
      set: { heldUntil: until },
      // A lease longer than one interval was taken by a process with a wrong clock.
      setWhere: or(lte(l.heldUntil, now), gt(l.heldUntil, until)) as never,
    })
    .returning({ task: l.task });
}

/** Moves the end of a lease that still ends at `from`. @returns no row if another process has taken it since */
export function moveLease(
  { q, t: { taskLeases: l } }: Conn,
  { task, from, to }: { task: string; from: Date; to: Date },
) {
  return q
    .update(l)
    .set({ heldUntil: to })
    .where(and(eq(l.task, task), eq(l.heldUntil, from)))
    .returning({ task: l.task });
}

export function insertPendingEvent({ q, t }: Conn, row: Tables['pendingEvents']['$inferInsert']) {
  return q.insert(t.pendingEvents).values(row).returning({ id: t.pendingEvents.id });
}

/** In the order in which they happened. */
export function listPendingEvents({ q, t: { pendingEvents: e } }: Conn, limit: number) {
  return q.select({ id: e.id }).from(e).orderBy(asc(e.id)).limit(limit);
}

/** @returns no row if another process has taken it */
export function takePendingEvent({ q, t: { pendingEvents: e } }: Conn, id: string) {
  return q.delete(e).where(eq(e.id, id)).returning({ name: e.name, event: e.event });
}

export function insertFailure({ q, t }: Conn, row: Tables['queueFailures']['$inferInsert']) {
  return q.insert(t.queueFailures).values(row).returning({ id: t.queueFailures.id });
}

export function countFailures({ q, t: { queueFailures: f } }: Conn, queue: string, since: Date) {
  return q
    .select({ count: count() })
    .from(f)
    .where(and(eq(f.queue, queue), gte(f.at, since)));
}

export function deleteFailuresBefore({ q, t: { queueFailures: f } }: Conn, at: Date) {
  return q.delete(f).where(lt(f.at, at)).returning({ id: f.id });
}
