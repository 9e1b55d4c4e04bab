import type { Conversation, Message } from '@selvedge/shared/conversations';
import { SEQ_MAX, SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import type { RequestInput } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import { loadedDownTo, TOP } from './inbox-list.ts';
import { inboxOrder, placeOf } from './merge.ts';
import type { Live } from './ports.ts';
import type { MessagingState } from './state.ts';

interface CatchUpParts {
  store: StoreApi<MessagingState>;
  live: Live;
  heard(news: Conversation[]): void;
  /** The server no longer has what is held of these conversations. */
  undone(ids: string[]): void;
  read(answered: Conversation[]): void;
  arrived(conversationId: string, messages: Message[]): void;
  changesKnown(conversationId: string, changeSeq: number): void;
}

/** Asks the server for what this view has missed, going by the last `seq` that it holds of each conversation. */
export function createCatchUp({ store, live, heard, undone, read, arrived, changesKnown }: CatchUpParts) {
  /** The position of this view: the end of each held thread, else the last known message of the conversation. */
  function known(): RequestInput<'sync'> {
    const state = store.getState();
    const conversations: Record<string, number> = {};
    const changes: Record<string, number> = {};
    const at: Record<string, string> = {};
    // A thread may be held before its conversation is known.
    for (const [id, thread] of Object.entries(state.threads)) {
      // A thread from the local cache is about to be fetched whole.
      if (thread.status !== 'ready' || thread.isKept) continue;
      const end = thread.messages.at(-1);
      const heldTo = end?.seq ?? 0;
      // A window around an old message gets the following messages page by page.
      conversations[id] = thread.hasNewer ? (state.conversations[id]?.lastSeq ?? heldTo) : heldTo;
      if (end && !thread.hasNewer) at[id] = end.id;
      changes[id] = thread.changeSeq;
    }
    const room = SYNC_CONVERSATIONS_MAX - Object.keys(changes).length;
    const newest = inboxOrder(Object.values(state.conversations)).slice(0, room);
    for (const { id, lastSeq } of newest) conversations[id] ??= lastSeq;
    // Other conversations that are held lie further down the inbox; without this bound, all in between would come as
    // news.
    const last = newest.length === room ? newest.at(-1) : undefined;
    const heldTo = loadedDownTo(state);
    const above = last && placeOf(last).at > heldTo ? placeOf(last).at : heldTo;
    return { conversations, changes, at, above };
  }

  async function syncAll(): Promise<void> {
    for (let complete = false; !complete; ) {
      const answer = await live.request('sync', known());
      if (!answer.ok) return;
      undone(answer.undone);
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
      // The connection is lost again: the next one starts a new run.
      await syncAll().catch(() => undefined);
    } while (isStale);
    running = null;
  }

  return {
    /** One run at a time. A call during a run, as after another loss of the connection, adds one more run after it. */
    async run(): Promise<void> {
      isStale = true;
      running ??= untilFresh();
      await running;
    },

    /** Fetches a conversation that a link names and that lies below the loaded part of the inbox. */
    async learnOf(id: string): Promise<void> {
      // No message follows the highest number and none is newer than `TOP`: only the conversation itself comes back.
      const one = { conversations: { [id]: SEQ_MAX }, above: TOP };
      const answer = await live.request('sync', one).catch(() => null);
      if (answer?.ok) read(answer.conversations.filter((one) => one.id === id));
    },
  };
}
