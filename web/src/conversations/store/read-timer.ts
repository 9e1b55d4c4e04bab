import { READ_DELAY_MS } from '@selvedge/shared/platform/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from './state.ts';

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
 * start of that second; messages that arrive meanwhile get a second of their own.
 */
export function createReadTimer(store: StoreApi<MessagingState>, markRead: MarkRead) {
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

  // Covers every way a message arrives: as an event, by `sync`, or by filling a hole.
  store.subscribe(check);

  return {
    stop,
    endSeen(seen: boolean): void {
      isSeen = seen;
      check();
    },
  };
}
