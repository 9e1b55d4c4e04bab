import type { Conversation, Message } from '@selvedge/shared/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import type { StoreApi } from 'zustand/vanilla';
import { inboxOrder } from './merge.ts';
import type { Live } from './ports.ts';
import type { MessagingState } from './state.ts';

/** Above every `seq` that a conversation can reach. */
const SEQ_MAX = 2 ** 31 - 1;

interface CatchUpParts {
  store: StoreApi<MessagingState>;
  live: Live;
  heard(news: Conversation[]): void;
  arrived(conversationId: string, messages: Message[]): void;
}

/** Asks the server for what this view has missed, by the `seq` that it is at. */
export function createCatchUp({ store, live, heard, arrived }: CatchUpParts) {
  /** What this view is at: a held thread's own end, else the conversation's last known message. */
  function known(): Record<string, number> {
    const { conversations, threads } = store.getState();
    const newest = inboxOrder(conversations).slice(0, SYNC_CONVERSATIONS_MAX);
    return Object.fromEntries(
      newest.map(({ id, lastSeq }) => {
        const thread = threads[id];
        return [id, thread?.status === 'ready' ? (thread.messages.at(-1)?.seq ?? 0) : lastSeq];
      }),
    );
  }

  async function syncAll(): Promise<void> {
    for (let complete = false; !complete; ) {
      const answer = await live.request('sync', { conversations: known() });
      if (!answer.ok) return;
      heard(answer.conversations);
      const byConversation = Map.groupBy(answer.messages, (message) => message.conversationId);
      for (const [id, messages] of byConversation) arrived(id, messages);
      ({ complete } = answer);
    }
  }

  let running: Promise<void> | null = null;
  let isStale = false;
  async function untilFresh(): Promise<void> {
    do {
      isStale = false;
      // Lost again meanwhile: the next connection asks again.
      await syncAll().catch(() => undefined);
    } while (isStale);
    running = null;
  }

  return {
    /** One run at a time; who asks while it runs, as after another loss of the connection, gets one more behind it. */
    async run(): Promise<void> {
      isStale = true;
      running ??= untilFresh();
      await running;
    },

    /** A link may name a conversation that lies below what is held of the inbox. */
    async learnOf(id: string): Promise<void> {
      // Nothing follows the highest number, so only the conversation itself comes back.
      const answer = await live.request('sync', { conversations: { [id]: SEQ_MAX } }).catch(() => null);
      if (answer?.ok) heard(answer.conversations.filter((one) => one.id === id));
    },
  };
}
