import type { Tx } from '../../platform/db/database.ts';
import type { DealRow } from './queries.ts';

/** Notifies the other member of a deal of what the actor has done. */
export async function notifyOfDeal(
  tx: Tx,
  kind: 'deal-asked' | 'deal-confirmed',
  { conversationId, listingId, buyerId, sellerId, title }: DealRow,
  actor: { id: string },
): Promise<void> {
  await tx.emit('member notified', {
    ...{ userId: actor.id === buyerId ? sellerId : buyerId, otherId: actor.id, kind },
    ...(listingId && { listingId }),
    data: { title, conversationId: conversationId ?? '' },
  });
}
