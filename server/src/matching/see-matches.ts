import type { Actor } from '../core/actor.ts';
import type { Matching } from './context.ts';
import { markSeen } from './queries.ts';

/** Marks matches of the actor's requests as seen; those of other people are left as they are. */
export async function seeMatches(
  { db }: Pick<Matching, 'db'>,
  actor: Actor,
  { ids }: { ids: string[] },
): Promise<void> {
  await db.transact(async (tx) => markSeen(tx, actor.id, ids, new Date()));
}
