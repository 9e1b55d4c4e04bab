import type { Wanted } from '@selvedge/shared/wanted';
import { recordItemEvent } from '../item-events/record-item-event.ts';
import { announce } from './announce.ts';
import type { Wanting } from './context.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Marks the actor's request as found, for good: it leaves the lists and takes no new conversations.
 * @throws not_found, forbidden, conflict as `lockOwn`.
 */
export async function fulfillWanted(ctx: Wanting, id: string): Promise<Wanted> {
  await lockOwn(ctx, id, 'fulfill');
  await recordItemEvent(ctx.tx, { wantedId: id }, { kind: 'found' });
  await updateWanted(ctx.tx, id, { isFulfilled: true });
  return announce(ctx, 'wtb:changed', id);
}
