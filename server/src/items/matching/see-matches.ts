import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { markSeen } from './queries.ts';

/** Marks matches of the actor's WTBs as seen; matches of other members are not touched. */
export async function seeMatches({ db }: Ctx, actor: Actor, { ids }: { ids: string[] }): Promise<void> {
  await db.transact(async (tx) => {
    const seen = await markSeen(tx, actor.id, ids, new Date());
    const listingIds = seen.map(({ listingId }) => listingId);
    if (seen.length > 0) await tx.emit('notices seen', { userId: actor.id, kind: 'match', listingIds });
  });
}
