import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { lockOwn } from './lock-own.ts';
import { takeDownWanted } from './take-down.ts';

/**
 * Removes the actor's WTB. A tombstone stays with the fields that its conversations show.
 * @throws not_found, also on repeats; forbidden.
 */
export function removeWanted(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await lockOwn(tx, actor, id, 'remove');
    await takeDownWanted(ctx, tx, id);
  });
}
