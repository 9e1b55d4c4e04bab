import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../server/src/platform/db/database.ts';

/** Waits until the work has ended, or PostgreSQL blocks it on a lock. */
export async function endedOrWaiting(db: Database, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  const waiting = sql`exists (select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock')`.mapWith(Boolean);
  for (;;) {
    const [row] = await db.read(async ({ q, t }) => q.select({ waiting }).from(t.users).limit(1));
    if (isOver || row?.waiting) return;
    await pause(20);
  }
}
