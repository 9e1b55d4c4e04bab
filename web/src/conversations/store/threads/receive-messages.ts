import type { Message } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { Rest } from '../session/ports.ts';
import { isOpen, type MessagingState } from '../state.ts';
import type { ChangedMessages } from './changed-messages.ts';
import { isLater, mergeMessages } from './merge-messages.ts';
import { isCached, isFollowed, threadAccess } from './thread-access.ts';

interface ReceiveParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  changed: ChangedMessages;
  /** Requests what a thread lacks that its conversation has. */
  catchUp(): void;
  /** Loads an open thread that failed to load, because a message was received in it. */
  loadThread(id: string): void;
}

/** Adds received messages to loaded threads, and fetches what is missing between them. */
export function createMessageReceiver({ store, rest, changed, catchUp, loadThread }: ReceiveParts) {
  const { threadOf, setThread } = threadAccess(store);
  /** Messages received while their thread was being fetched; the response may be older. */
  const early = new Map<string, Message[]>();
  const filling = new Set<string>();

  /** Adds messages to a loaded thread; other threads are fetched completely when they are opened. */
  function receiveMessages(id: string, messages: Message[]): void {
    const thread = threadOf(id);
    if (thread?.status === 'loading' || isCached(thread))
      early.set(id, [...(early.get(id) ?? []), ...messages]);
    // The server sends messages only to members who may read them: fetching failed because the thread had
    // none yet.
    if (thread?.status === 'failed' && messages.length > 0 && isOpen(store.getState(), id)) loadThread(id);
    if (thread?.status !== 'ready') return;
    const merged = mergeMessages(thread.messages, messages.map(changed.latest));
    let { changeSeq } = thread;
    const changes = messages.filter((message) => message.changedSeq !== undefined);
    for (const message of changes.sort((a, b) => (isLater(a, b) ? 1 : -1))) {
      if (message.changedSeq === changeSeq + 1) changeSeq += 1;
      changed.note(message);
    }
    changed.forgetLoaded(merged.messages);
    if (merged.messages !== thread.messages || changeSeq !== thread.changeSeq) {
      setThread(id, { ...thread, messages: merged.messages, changeSeq });
    }
    // A cached thread is refetched completely anyway, and a window loads page by page.
    if (merged.hasGap && !isCached(thread) && !thread.hasNewer) void fillGap(id);
  }

  async function fillGap(id: string): Promise<void> {
    if (filling.has(id)) return;
    filling.add(id);
    try {
      for (;;) {
        const thread = threadOf(id);
        if (thread?.status !== 'ready') return;
        const page = await rest.listMessages(id, { after: thread.messages.at(-1)?.seq ?? 0 });
        receiveMessages(id, page);
        if (!isFollowed(page, store.getState().conversations[id])) return;
      }
    } catch {
      // Still offline: the sync on the next connection requests this again.
    } finally {
      filling.delete(id);
    }
  }

  return {
    receiveMessages,
    fillGap,

    /** Adds the messages received while the thread was being fetched. */
    addEarly(id: string): void {
      const messages = early.get(id) ?? [];
      early.delete(id);
      receiveMessages(id, messages);
    },

    /** Compares a thread with its conversation, which may know of newer messages or changes. */
    checkThread(id: string): void {
      const thread = threadOf(id);
      const conversation = store.getState().conversations[id];
      if (thread?.status !== 'ready' || thread.isCached || !conversation) return;
      const lastSeq = thread.messages.at(-1)?.seq ?? 0;
      const missesEnd = !thread.hasNewer && lastSeq < conversation.lastSeq;
      if (thread.changeSeq < conversation.changeSeq || missesEnd) catchUp();
    },

    /** Records that all changes up to this number were received. */
    raiseChangeSeq(id: string, changeSeq: number): void {
      const thread = threadOf(id);
      if (thread?.status === 'ready' && thread.changeSeq < changeSeq) setThread(id, { ...thread, changeSeq });
    },

    clear: (): void => early.clear(),
  };
}
export type MessageReceiver = ReturnType<typeof createMessageReceiver>;
