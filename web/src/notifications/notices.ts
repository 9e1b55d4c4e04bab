import type { Message } from '@selvedge/shared/conversations/conversations';
import { holdNotice, offerNotice, type Push, pushOf } from '@selvedge/shared/notifications/push';
import type { EventPayload } from '@selvedge/shared/platform/realtime';

/** What a message says about an offer or a hold. */
function statementOf(
  { offer, hold }: Message,
  about: Parameters<typeof holdNotice>[0],
  formatPrice: NoticePorts['formatPrice'],
): string | null {
  if (hold) return holdNotice(about, hold.until);
  return offer ? offerNotice(about, 'make', formatPrice(offer.amount)) : null;
}

interface NoticePorts {
  /** The id of the member who has enabled notifications in this browser and granted permission, or null. */
  owner(): string | null;
  isHidden(): boolean;
  /** In the currency of the instance. */
  formatPrice(price: string): string;
  show(push: Push): void;
  /** Closes a conversation's notification. */
  close(conversationId: string): void;
}

/** Shows notifications of messages while all tabs are hidden: only the leader tab does, on behalf of all. */
export function createNotices({ owner, isHidden, formatPrice, show, close }: NoticePorts) {
  let isLeader = false;
  return {
    lead(): void {
      isLeader = true;
    },
    messageArrived({ message, conversation }: EventPayload<'message:new'>): void {
      const personId = owner();
      if (!isLeader || personId === null || !isHidden() || message.senderId === personId) return;
      // No notification for a repeated event of a message that is already read, nor for blocked or muted
      // conversations.
      if (message.seq <= conversation.readSeq || conversation.block !== null || conversation.isMuted) return;
      const item = (conversation.listing ?? conversation.wtbListing)?.title ?? null;
      const about = { from: message.sender.username, item };
      show(pushOf(conversation.id, about, statementOf(message, about, formatPrice)));
    },
    readMoved({ conversationId, userId }: EventPayload<'conversation:read'>): void {
      if (userId === owner()) close(conversationId);
    },
  };
}
