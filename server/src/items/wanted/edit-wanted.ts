import { brandKeyOf } from '@selvedge/shared/items/matching';
import type { Wanted, WantedFields } from '@selvedge/shared/items/wanted';
import { foldText } from '@selvedge/shared/platform/fold';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceWanted } from './announce.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Edits the actor's WTB, which keeps its place in the list.
 * @throws not_found, forbidden, conflict as `lockOwn`.
 */
export function editWanted(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { maxPrice, ...fields }: WantedFields,
): Promise<Wanted> {
  return ctx.db.transact(async (tx) => {
    const { maxPriceCents } = await lockOwn(tx, actor, id, 'edit');
    await recordItemEvent(
      tx,
      { wantedId: id },
      { kind: 'budget', fromCents: maxPriceCents, toCents: maxPrice },
    );
    await updateWanted(tx, id, {
      ...fields,
      searchFolded: foldText(fields.title, fields.brand),
      brandKey: brandKeyOf(fields.brand),
      maxPriceCents: maxPrice,
      editedAt: new Date(),
    });
    return announceWanted(ctx, tx, 'updated', id);
  });
}
