import { type Push, pushOf } from '@selvedge/shared/push';
import type { EventPayload } from '@selvedge/shared/realtime';

interface NoticePorts {
  /** The id of the person who wants notifications in this browser and has permitted them, or null. */
  wantedBy(): string | null;
  isHidden(): boolean;
  show(push: Push): void;
  /** Closes the notification of a conversation. */
  close(conversationId: string): void;
}

/** Shows notifications of messages while all tabs are hidden: the leader tab alone, on behalf of all. */
export function createNotices({ wantedBy, isHidden, show, close }: NoticePorts) {
  let isLeader = false;
  return {
    lead(): void {
      isLeader = true;
    },
    messageArrived({ message, conversation }: EventPayload<'message:new'>): void {
      const personId = wantedBy();
      if (!isLeader || personId === null || !isHidden() || message.senderId === personId) return;
      // A repeated event of a message that is read already must not notify, nor must blocked or muted conversations.
      if (message.seq <= conversation.readSeq || conversation.block !== null || conversation.isMuted) return;
      const item = (conversation.listing ?? conversation.wtbListing)?.title ?? null;
      show(pushOf(conversation.id, message.sender.username, item));
    },
    readMoved({ conversationId, userId }: EventPayload<'conversation:read'>): void {
      if (userId === wantedBy()) close(conversationId);
    },
  };
}
