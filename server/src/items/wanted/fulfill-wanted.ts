import type { Wanted } from '@selvedge/shared/items/wanted';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceWanted } from './announce.ts';
import type { Acting } from './context.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Marks the actor's WTB as found, permanently: it leaves the lists and accepts no new conversations.
 * @throws not_found, forbidden, conflict as `lockOwn`.
 */
export async function fulfillWanted(ctx: Acting, id: string): Promise<Wanted> {
  await lockOwn(ctx, id, 'fulfill');
  await recordItemEvent(ctx.tx, { wantedId: id }, { kind: 'found' });
  await updateWanted(ctx.tx, id, { isFulfilled: true });
  return announceWanted(ctx, 'wtb:changed', id);
}
