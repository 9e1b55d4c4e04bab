import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { Live } from './ports.ts';
import { createReadTimer } from './read-timer.ts';
import type { MessagingState } from './state.ts';

interface ReceiptParts {
  store: StoreApi<MessagingState>;
  live: Pick<Live, 'request'>;
  received(conversations: Conversation[]): void;
}

/** The read cursors of both members: this one's, which the open thread raises, and the other's. */
export function createReadReceipts({ store, live, received }: ReceiptParts) {
  const { getState: get, setState: set } = store;

  function readMoved({ conversationId, userId, seq }: EventPayload<'conversation:read'>): void {
    const conversation = get().conversations[conversationId];
    if (!conversation) return;
    received([
      userId === get().personId ? { ...conversation, readSeq: seq } : { ...conversation, otherReadSeq: seq },
    ]);
  }

  const timer = createReadTimer(store, async (conversationId, seq) => {
    try {
      const ack = await live.request('conversation:read', { conversationId, seq });
      if (ack.ok) {
        const { personId } = get();
        if (personId) readMoved({ conversationId, userId: personId, seq });
        set({ unread: ack.unread });
      }
    } catch {
      // The timer starts again if the thread is still open when the connection is back.
    }
  });

  return {
    stop: timer.stop,
    events: {
      readMoved,

      unreadCounted({ count }: EventPayload<'unread'>): void {
        set({ unread: count });
      },

      /** Whether the newest message of the open thread is visible: scrolled to the end, in a visible tab. */
      endSeen(isSeen: boolean): void {
        timer.endSeen(isSeen);
      },
    },
  };
}
