import { brandKeyOf } from '@selvedge/shared/items/matching';
import type { Wanted, WantedFields } from '@selvedge/shared/items/wanted';
import { foldText } from '@selvedge/shared/platform/fold';
import { recordItemEvent } from '../events/record-item-event.ts';
import { announceWanted } from './announce.ts';
import type { Acting } from './context.ts';
import { lockOwn } from './lock-own.ts';
import { updateWanted } from './queries.ts';

/**
 * Edits the actor's WTB, which keeps its place in the list.
 * @throws not_found, forbidden, conflict as `lockOwn`.
 */
export async function editWanted(
  ctx: Acting,
  id: string,
  { maxPrice, ...fields }: WantedFields,
): Promise<Wanted> {
  const { maxPriceCents } = await lockOwn(ctx, id, 'edit');
  await recordItemEvent(
    ctx.tx,
    { wantedId: id },
    { kind: 'budget', fromCents: maxPriceCents, toCents: maxPrice },
  );
  await updateWanted(ctx.tx, id, {
    ...fields,
    searchFolded: foldText(fields.title, fields.brand),
    brandKey: brandKeyOf(fields.brand),
    maxPriceCents: maxPrice,
    editedAt: new Date(),
  });
  return announceWanted(ctx, 'wtb:changed', id);
}
