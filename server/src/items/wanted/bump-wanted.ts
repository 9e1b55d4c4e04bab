import type { Wanted } from '@selvedge/shared/items/wanted';
import type { Actor } from '../../platform/core/actor.ts';
import { requireCooledDown } from '../../platform/core/bump-cooldown.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { announceWanted } from './announce.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Moves the actor's WTB to the top of the list.
 * @throws not_found, forbidden, conflict as `lockOwn`; rate_limited during the cooldown.
 */
export function bumpWanted(ctx: Ctx, actor: Actor, id: string): Promise<Wanted> {
  return ctx.db.transact(async (tx) => {
    const { lastBumpAt } = await lockOwn(tx, actor, id, 'bump');
    const now = new Date();
    requireCooledDown(lastBumpAt, ctx.config.bumpCooldownHours, now);
    await updateWanted(tx, id, { bumpedAt: now, lastBumpAt: now });
    return announceWanted(ctx, tx, 'updated', id);
  });
}
