import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { READ_DELAY_MS } from '@selvedge/shared/platform/limits';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { Live } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';

type MarkRead = (conversationId: string, seq: number) => Promise<void>;

/** The newest message of the open conversation, if it is unread. */
function unreadEnd({
  selection,
  conversations,
  threads,
}: MessagingState): { id: string; seq: number } | null {
  if (selection?.kind !== 'conversation') return null;
  const conversation = conversations[selection.id];
  const thread = threads[selection.id];
  const seq = thread?.status === 'ready' ? (thread.messages.at(-1)?.seq ?? 0) : 0;
  return conversation && seq > conversation.readSeq ? { id: selection.id, seq } : null;
}

/**
 * Marks the open thread as read once its end has been visible for a second, up to the newest message at the
 * start of that second; messages received meanwhile get a second of their own.
 */
function createReadTimer(store: StoreApi<MessagingState>, markRead: MarkRead) {
  let isSeen = false;
  let running: { id: string; timer: ReturnType<typeof setTimeout> } | null = null;

  function stop(): void {
    if (running) clearTimeout(running.timer);
    running = null;
  }

  function check(): void {
    const end = isSeen && store.getState().connection === 'online' ? unreadEnd(store.getState()) : null;
    if (running && running.id !== end?.id) stop();
    if (!end || running) return;
    const timer = setTimeout(async () => {
      await markRead(end.id, end.seq);
      if (running?.timer === timer) running = null;
      check();
    }, READ_DELAY_MS);
    running = { id: end.id, timer };
  }

  // Covers every way to receive a message: as an event, by `sync`, or by filling a gap.
  store.subscribe(check);

  return {
    stop,
    markEndSeen(seen: boolean): void {
      isSeen = seen;
      check();
    },
  };
}

interface ReadingParts {
  store: StoreApi<MessagingState>;
  live: Pick<Live, 'request'>;
  mergeConversations(conversations: Conversation[]): void;
}

/** The read cursors of both members: this one's, which the open thread raises, and the other's. */
export function createReading({ store, live, mergeConversations }: ReadingParts) {
  const { getState: get, setState: set } = store;

  function receiveReadCursor({ conversationId, userId, seq }: EventPayload<'conversation:read'>): void {
    const conversation = get().conversations[conversationId];
    if (!conversation) return;
    mergeConversations([
      userId === get().personId ? { ...conversation, readSeq: seq } : { ...conversation, otherReadSeq: seq },
    ]);
  }

  const timer = createReadTimer(store, async (conversationId, seq) => {
    try {
      const ack = await live.request('conversation:read', { conversationId, seq });
      if (ack.ok) {
        const { personId } = get();
        if (personId) receiveReadCursor({ conversationId, userId: personId, seq });
        set({ unread: ack.unread });
      }
    } catch {
      // The timer starts again if the thread is still open when the connection is back.
    }
  });

  return {
    stop: timer.stop,
    receiveReadCursor,

    receiveUnreadCount({ count }: EventPayload<'unread'>): void {
      set({ unread: count });
    },

    /** Whether the newest message of the open thread is visible: scrolled to the end, in a visible tab. */
    markEndSeen(isSeen: boolean): void {
      timer.markEndSeen(isSeen);
    },
  };
}
