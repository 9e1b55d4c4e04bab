import { notFound } from '../core/errors.ts';
import { recordItemEvent } from '../item-events/record-item-event.ts';
import type { Wanting } from './context.ts';
import { updateWanted } from './queries.ts';

/**
 * Removes a request for good; the caller checks permission. A tombstone with what its conversations show of it stays.
 * @throws not_found when it is gone.
 */
export async function takeDownWanted(
  { tx, publish }: Pick<Wanting, 'tx' | 'publish'>,
  id: string,
): Promise<void> {
  const taken = await updateWanted(tx, id, {
    removedAt: new Date(),
    isSuspended: false,
    description: null,
  });
  if (taken.length === 0) throw notFound('WTB listing not found');
  await recordItemEvent(tx, { wantedId: id }, { kind: 'removed' });
  tx.afterCommit(() => publish.toEveryone('wtb:removed', { id }));
}
