import type { Kit } from './kit.ts';

/** Leases on periodic upkeep tasks, so that one process at a time does each of them for all on the database. */
export function leaseTables({ table, str, instant }: Kit) {
  const taskLeases = table('task_leases', {
    task: str('task').primaryKey(),
    /** When the lease ends, and any process may begin the next round. */
    heldUntil: instant('held_until').notNull(),
  });
  return { taskLeases };
}
