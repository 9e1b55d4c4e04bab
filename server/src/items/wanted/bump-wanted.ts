import type { Wanted } from '@selvedge/shared/items/wanted';
import { requireCooledDown } from '../../platform/core/bump-cooldown.ts';
import { announceWanted } from './announce.ts';
import type { Acting } from './context.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Moves the actor's WTB to the top of the list.
 * @throws not_found, forbidden, conflict as `lockOwn`; rate_limited during the cooldown.
 */
export async function bumpWanted(ctx: Acting, id: string, cooldownHours: number): Promise<Wanted> {
  const { lastBumpAt } = await lockOwn(ctx, id, 'bump');
  const now = new Date();
  requireCooledDown(lastBumpAt, cooldownHours, now);
  await updateWanted(ctx.tx, id, { bumpedAt: now, lastBumpAt: now });
  return announceWanted(ctx, 'wtb:changed', id);
}
