import { notFound } from '../../platform/core/errors.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
import type { Acting } from './context.ts';
import { updateWanted } from './queries.ts';

/**
 * Removes a WTB permanently; the caller checks permission. A tombstone stays with the fields that its
 * conversations show.
 * @throws not_found when it is gone.
 */
export async function takeDownWanted(
  { tx, publish }: Pick<Acting, 'tx' | 'publish'>,
  id: string,
): Promise<void> {
  const removed = await updateWanted(tx, id, {
    removedAt: new Date(),
    isSuspended: false,
    description: null,
  });
  if (removed.length === 0) throw notFound('WTB listing not found');
  await recordItemEvent(tx, { wantedId: id }, { kind: 'removed' });
  await tx.emit('wanted changed', { id });
  tx.afterCommit(() => publish.toEveryone('wtb:removed', { id }));
}
