import type { Message } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { ChangedMessages } from './changed-messages.ts';
import { isLater, merge } from './merge.ts';
import type { Rest } from './ports.ts';
import { isOpen, type MessagingState } from './state.ts';
import { isCached, isFollowed, threadAccess } from './thread-access.ts';

interface ArrivalParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  changed: ChangedMessages;
  /** A thread lacks something that its conversation has, and has to catch up. */
  onBehind(): void;
  /** A message arrived in an open thread that failed to load. */
  onReadable(id: string): void;
}

/** Adds arriving messages to loaded threads, and fetches what is missing between them. */
export function createThreadArrivals({ store, rest, changed, onBehind, onReadable }: ArrivalParts) {
  const { threadOf, setThread } = threadAccess(store);
  /** Messages that arrived while their thread was being fetched; the response may be older. */
  const early = new Map<string, Message[]>();
  const filling = new Set<string>();

  /** Adds messages to a loaded thread; other threads are fetched completely when they are opened. */
  function arrived(id: string, messages: Message[]): void {
    const thread = threadOf(id);
    if (thread?.status === 'loading' || isCached(thread))
      early.set(id, [...(early.get(id) ?? []), ...messages]);
    // The server sends messages only to members who may read them: fetching failed because the thread had
    // none yet.
    if (thread?.status === 'failed' && messages.length > 0 && isOpen(store.getState(), id)) onReadable(id);
    if (thread?.status !== 'ready') return;
    const merged = merge(thread.messages, messages.map(changed.latest));
    let { changeSeq } = thread;
    const changes = messages.filter((message) => message.changedSeq !== undefined);
    for (const message of changes.sort((a, b) => (isLater(a, b) ? 1 : -1))) {
      if (message.changedSeq === changeSeq + 1) changeSeq += 1;
      changed.note(message);
    }
    changed.loaded(merged.messages);
    if (merged.messages !== thread.messages || changeSeq !== thread.changeSeq) {
      setThread(id, { ...thread, messages: merged.messages, changeSeq });
    }
    // A cached thread is refetched completely anyway, and a window loads page by page.
    if (merged.hasHole && !isCached(thread) && !thread.hasNewer) void fillHole(id);
  }

  async function fillHole(id: string): Promise<void> {
    if (filling.has(id)) return;
    filling.add(id);
    try {
      for (;;) {
        const thread = threadOf(id);
        if (thread?.status !== 'ready') return;
        const page = await rest.listMessages(id, { after: thread.messages.at(-1)?.seq ?? 0 });
        arrived(id, page);
        if (!isFollowed(page, store.getState().conversations[id])) return;
      }
    } catch {
      // Still offline: the sync on the next connection requests this again.
    } finally {
      filling.delete(id);
    }
  }

  return {
    arrived,
    fillHole,

    /** Adds the messages that arrived while the thread was being fetched. */
    addEarly(id: string): void {
      const messages = early.get(id) ?? [];
      early.delete(id);
      arrived(id, messages);
    },

    /** Compares a thread with its conversation, which may know of newer messages or changes. */
    checked(id: string): void {
      const thread = threadOf(id);
      const conversation = store.getState().conversations[id];
      if (thread?.status !== 'ready' || thread.isCached || !conversation) return;
      const lastSeq = thread.messages.at(-1)?.seq ?? 0;
      const missesEnd = !thread.hasNewer && lastSeq < conversation.lastSeq;
      if (thread.changeSeq < conversation.changeSeq || missesEnd) onBehind();
    },

    /** All changes up to this number have arrived. */
    changesKnown(id: string, changeSeq: number): void {
      const thread = threadOf(id);
      if (thread?.status === 'ready' && thread.changeSeq < changeSeq) setThread(id, { ...thread, changeSeq });
    },

    clear: (): void => early.clear(),
  };
}
export type ThreadArrivals = ReturnType<typeof createThreadArrivals>;
