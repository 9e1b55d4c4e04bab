import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { formatPrice } from '../../../lib/price.ts';
import { otherOf } from '../../thread/item-of.ts';
import type { MessagingState } from '../state.ts';
import { shownInbox } from './inbox-list.ts';

const isFresh = (state: MessagingState) => {
  const inbox = shownInbox(state);
  // The server's response replacing cached conversations brings no new messages.
  return inbox.status === 'ready' && !inbox.isCached;
};

/**
 * What others wrote between two states, for screen readers; excludes messages that appear by loading older
 * ones.
 */
export function newMessagesBetween(before: MessagingState, now: MessagingState): string[] {
  if (before.conversations === now.conversations || !isFresh(before)) return [];
  const newest = Object.values(before.conversations).reduce(
    (at, { lastMessage }) => (lastMessage && lastMessage.createdAt > at ? lastMessage.createdAt : at),
    '',
  );
  const openId = now.selection?.kind === 'conversation' ? now.selection.id : null;
  const textOf = (one: Conversation): string | null => {
    const { lastMessage: last } = one;
    const known = before.conversations[one.id];
    if (!last || last.senderId === now.personId) return null;
    // A conversation that was not loaded before may be an old one from a further page of the list.
    if (known ? one.lastSeq <= known.lastSeq : last.createdAt <= newest) return null;
    const text = last.messageType === 'image' ? 'Photo' : last.content;
    const { username } = otherOf(one, now.personId);
    if (one.id === openId)
      return last.isStatement ? `Update from ${username}: ${text}` : `${username}: ${text}`;
    const kind = last.isStatement ? 'Update' : 'New message';
    return one.isMuted ? null : `${kind} from ${username}: ${text}`;
  };
  return Object.values(now.conversations)
    .filter((one) => before.conversations[one.id] !== one)
    .map(textOf)
    .filter((text) => text !== null);
}

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
