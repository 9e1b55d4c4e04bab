import { READ_DELAY_MS } from '@selvedge/shared/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from './state.ts';

type MarkRead = (conversationId: string, seq: number) => Promise<void>;

/** The newest message of the open conversation, when it has not been read. */
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
 * Marks the open thread read once its end has been in sight for a second, up to the message that was there when the
 * second began: what arrives meanwhile gets a second of its own.
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

  // Whatever brought a message: a fact, what was missed, or a hole that was filled.
  store.subscribe(check);

  return {
    stop,
    endSeen(seen: boolean): void {
      isSeen = seen;
      check();
    },
  };
}
