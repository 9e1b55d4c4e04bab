import type { Kit } from './kit.ts';

/** Rounds of upkeep, which one process makes for all on the database. */
export function leaseTables({ table, str, instant }: Kit) {
  const taskLeases = table('task_leases', {
    task: str('task').primaryKey(),
    /** The next round may begin then. */
    heldUntil: instant('held_until').notNull(),
  });
  return { taskLeases };
}
