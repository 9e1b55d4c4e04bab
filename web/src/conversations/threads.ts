import type { Message } from '@selvedge/shared/conversations';
import { PAGE_DEFAULT } from '@selvedge/shared/limits';
import type { StoreApi } from 'zustand/vanilla';
import { append, prepend } from './merge.ts';
import type { Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import type { MessagingState, Thread } from './state.ts';

/** The threads that are held: fetched when they are opened, and kept without holes. */
export function createThreads(store: StoreApi<MessagingState>, rest: Pick<Rest, 'listMessages'>) {
  const threadOf = (id: string) => store.getState().threads[id];
  const set = (id: string, thread: Thread) =>
    store.setState((s) => ({ threads: { ...s.threads, [id]: thread } }));

  /** What arrived for a thread while it was being fetched: the answer may be older than that. */
  const early = new Map<string, Message[]>();
  const filling = new Set<string>();

  /** Adds messages to a thread that is held; the others are fetched whole when they are opened. */
  function arrived(id: string, messages: Message[]): void {
    const thread = threadOf(id);
    if (thread?.status === 'loading') early.set(id, [...(early.get(id) ?? []), ...messages]);
    if (thread?.status !== 'ready') return;
    const merged = append(thread.messages, messages);
    if (merged.messages !== thread.messages) set(id, { ...thread, messages: merged.messages });
    if (merged.hasHole) void fillHole(id);
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
        if (page.length < PAGE_DEFAULT) return;
      }
    } catch {
      // Still offline: the sync of the next connection asks again.
    } finally {
      filling.delete(id);
    }
  }

  async function load(id: string): Promise<void> {
    set(id, { status: 'loading' });
    try {
      const messages = await rest.listMessages(id, {});
      const hasOlder = (messages[0]?.seq ?? 1) > 1;
      set(id, { status: 'ready', messages, hasOlder, isLoadingOlder: false });
      arrived(id, early.get(id) ?? []);
    } catch (error) {
      set(id, { status: 'failed', problem: toProblem(error) });
    } finally {
      early.delete(id);
    }
  }

  return {
    arrived,

    /** Puts a message as it now is in its place, where it is held. */
    changed(message: Message): void {
      const thread = threadOf(message.conversationId);
      if (thread?.status !== 'ready') return;
      const messages = thread.messages.map((held) => (held.id === message.id ? message : held));
      set(message.conversationId, { ...thread, messages });
    },

    /** Fetches a thread that is not held, or could not be fetched before. */
    async opened(id: string): Promise<void> {
      const thread = threadOf(id);
      if (!thread || thread.status === 'failed') await load(id);
    },

    /** Puts the page before the first message held, if there is one. */
    async startReached(id: string): Promise<void> {
      const thread = threadOf(id);
      const first = thread?.status === 'ready' ? thread.messages[0] : undefined;
      if (thread?.status !== 'ready' || !thread.hasOlder || thread.isLoadingOlder || !first) return;
      set(id, { ...thread, isLoadingOlder: true });
      const page = await rest.listMessages(id, { before: first.seq }).catch(() => null);
      const now = threadOf(id);
      if (now?.status !== 'ready') return;
      const messages = page ? prepend(now.messages, page) : now.messages;
      set(id, { ...now, messages, hasOlder: (messages[0]?.seq ?? 1) > 1, isLoadingOlder: false });
    },
  };
}
