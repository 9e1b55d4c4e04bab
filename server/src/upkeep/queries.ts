import { gt, lte, or } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';

/** Takes a round until a time; of several who try, one gets it. @returns nothing when another has it. */
export const takeRound = (
  { q, t: { taskLeases: l } }: Conn,
  { task, now, until }: { task: string; now: Date; until: Date },
) =>
  q
    .insert(l)
    .values({ task, heldUntil: until })
    .onConflictDoUpdate({
      target: l.task,
      set: { heldUntil: until },
      // What is held for longer than a round was taken by a clock that was wrong.
      setWhere: or(lte(l.heldUntil, now), gt(l.heldUntil, until)) as never,
    })
    .returning({ task: l.task });
