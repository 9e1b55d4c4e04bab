import type { Conversation, Message } from '@selvedge/shared/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import type { Sync } from '@selvedge/shared/realtime';
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
  read(answered: Conversation[]): void;
  arrived(conversationId: string, messages: Message[]): void;
  changesKnown(conversationId: string, changeSeq: number): void;
}

/** Asks the server for what this view has missed, by the `seq` that it is at. */
export function createCatchUp({ store, live, heard, read, arrived, changesKnown }: CatchUpParts) {
  /** What this view is at: a held thread's own end, else the conversation's last known message. */
  function known(): Sync {
    const { conversations, threads } = store.getState();
    const known = { conversations: {} as Record<string, number>, changes: {} as Record<string, number> };
    // A thread may be held before anything else is known of its conversation.
    for (const [id, thread] of Object.entries(threads)) {
      // What is kept is fetched whole.
      if (thread.status !== 'ready' || thread.isKept) continue;
      known.conversations[id] = thread.messages.at(-1)?.seq ?? 0;
      known.changes[id] = thread.changeSeq;
    }
    const room = SYNC_CONVERSATIONS_MAX - Object.keys(known.changes).length;
    for (const { id, lastSeq } of inboxOrder(conversations).slice(0, room)) {
      known.conversations[id] ??= lastSeq;
    }
    return known;
  }

  async function syncAll(): Promise<void> {
    for (let complete = false; !complete; ) {
      const answer = await live.request('sync', known());
      if (!answer.ok) return;
      heard(answer.conversations);
      const byConversation = Map.groupBy(answer.messages, (message) => message.conversationId);
      for (const [id, messages] of byConversation) arrived(id, messages);
      for (const [id, changeSeq] of Object.entries(answer.changes)) changesKnown(id, changeSeq);
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
      if (answer?.ok) read(answer.conversations.filter((one) => one.id === id));
    },
  };
}
