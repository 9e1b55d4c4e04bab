import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import { updateWanted } from './queries.ts';

/**
 * Removes a WTB permanently; the caller checks permission. A tombstone stays with the fields that its
 * conversations show.
 * @throws not_found when it is gone.
 */
export async function takeDownWanted(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const removed = await updateWanted(tx, id, {
    removedAt: new Date(),
    isSuspended: false,
    description: null,
  });
  if (removed.length === 0) throw notFound('WTB listing not found');
  await recordItemEvent(tx, { wantedId: id }, { kind: 'removed' });
  await tx.emit('wanted changed', { id, change: 'removed' });
  tx.afterCommit(() => ctx.publish.toEveryone('wtb:removed', { id }));
}
