import { formatPrice } from '../../lib/price.ts';
import type { MessagingState } from './state.ts';

const ENDINGS = { expired: 'has expired', void: 'is no longer valid' };

/**
 * What ended between two states without a message of its own, for screen readers: offers in the open thread
 * that expired, or that a change of the item has made void.
 */
export function endedOffersBetween(before: MessagingState, now: MessagingState): string[] {
  if (before.threads === now.threads || now.selection?.kind !== 'conversation') return [];
  const { id } = now.selection;
  const [earlier, later] = [before.threads[id], now.threads[id]];
  if (earlier?.status !== 'ready' || later?.status !== 'ready') return [];
  const open = new Set(earlier.messages.filter(({ offer }) => offer?.state === 'open').map((one) => one.id));
  return later.messages.flatMap(({ id: messageId, offer }) => {
    if (!offer || !open.has(messageId) || (offer.state !== 'expired' && offer.state !== 'void')) return [];
    return [`The offer of ${formatPrice(offer.amount)} ${ENDINGS[offer.state]}.`];
  });
}
