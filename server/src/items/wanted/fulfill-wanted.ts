import type { Wanted } from '@selvedge/shared/items/wanted';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceWanted } from './announce.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Marks the actor's WTB as found, permanently: it leaves the lists and accepts no new conversations.
 * @throws not_found, forbidden, conflict as `lockOwn`.
 */
export function fulfillWanted(ctx: Ctx, actor: Actor, id: string): Promise<Wanted> {
  return ctx.db.transact(async (tx) => {
    await lockOwn(tx, actor, id, 'fulfill');
    await recordItemEvent(tx, { wantedId: id }, { kind: 'found' });
    await updateWanted(tx, id, { isFulfilled: true });
    return announceWanted(ctx, tx, 'found', id);
  });
}
