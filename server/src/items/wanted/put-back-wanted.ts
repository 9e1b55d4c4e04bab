import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forgetRemoval } from '../events/record-item-event.ts';
import { announceWanted } from './announce.ts';
import { putBack } from './queries.ts';

/** Brings back a WTB that an admin removed; its owner's suspension still hides it. @returns whether it exists */
export async function putBackWanted(
  ctx: Ctx,
  tx: Tx,
  { id, text, isSuspended }: { id: string; text: string | null; isSuspended: boolean },
): Promise<boolean> {
  const shown = isSuspended ? { isSuspended } : { removedAt: null };
  if ((await putBack(tx, id, { description: text, ...shown })).length === 0) return false;
  await forgetRemoval(tx, { wantedId: id });
  // A fulfilled WTB is in no list.
  if (!isSuspended) await announceWanted(ctx, tx, 'updated', id);
  return true;
}
