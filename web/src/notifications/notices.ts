import { type Push, pushOf } from '@selvedge/shared/push';
import type { Fact } from '@selvedge/shared/realtime';

interface NoticePorts {
  /** Who wants notifications in this browser, and may be shown some; null is nobody. */
  wantedBy(): string | null;
  isHidden(): boolean;
  show(push: Push): void;
  /** Takes back what was shown of a conversation. */
  close(conversationId: string): void;
}

/** Tells of messages in hidden tabs: the leader alone, for all of them. */
export function createNotices({ wantedBy, isHidden, show, close }: NoticePorts) {
  let isLeader = false;
  return {
    lead(): void {
      isLeader = true;
    },
    messageArrived({ message, conversation }: Fact<'message:new'>): void {
      const personId = wantedBy();
      if (!isLeader || personId === null || !isHidden() || message.senderId === personId) return;
      // A repeat of what was read before.
      if (message.seq <= conversation.readSeq || conversation.block !== null || conversation.isMuted) return;
      const item = (conversation.listing ?? conversation.wtbListing)?.title ?? null;
      show(pushOf(conversation.id, message.sender.username, item));
    },
    readMoved({ conversationId, userId }: Fact<'conversation:read'>): void {
      if (userId === wantedBy()) close(conversationId);
    },
  };
}
