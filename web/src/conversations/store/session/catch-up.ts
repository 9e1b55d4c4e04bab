import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { SEQ_MAX, SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/platform/limits';
import type { RequestBody } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import { inboxOrder, loadedDownTo, placeOf, TOP } from '../inbox/inbox-list.ts';
import type { MessagingState } from '../state.ts';
import type { Live } from './ports.ts';
import type { Reconciler } from './reconciler.ts';

interface CatchUpParts {
  store: StoreApi<MessagingState>;
  live: Live;
  reconciler: Pick<Reconciler, 'mergeResponse'>;
  mergeConversations(conversations: Conversation[]): void;
  /** Drops conversations whose loaded state the server no longer has. */
  dropConversations(ids: string[]): void;
  mergeFetched(conversations: Conversation[]): void;
  receiveMessages(conversationId: string, messages: Message[]): void;
  raiseChangeSeq(conversationId: string, changeSeq: number): void;
}

/** Requests what this view has missed, based on the last `seq` it has of each conversation. */
export function createCatchUp(parts: CatchUpParts) {
  const { store, live, reconciler, mergeConversations, dropConversations, mergeFetched } = parts;
  const { receiveMessages, raiseChangeSeq } = parts;
  /** This view's position: the end of each loaded thread, else the conversation's last known message. */
  function known(): RequestBody<'sync'> {
    const state = store.getState();
    const conversations: Record<string, number> = {};
    const changes: Record<string, number> = {};
    const at: Record<string, string> = {};
    // A thread may be loaded before its conversation.
    for (const [id, thread] of Object.entries(state.threads)) {
      // A thread from the local cache is about to be reloaded anyway.
      if (thread.status !== 'ready' || thread.isCached) continue;
      const end = thread.messages.at(-1);
      const loadedTo = end?.seq ?? 0;
      // A window around an old message loads the messages after it page by page.
      conversations[id] = thread.hasNewer ? (state.conversations[id]?.lastSeq ?? loadedTo) : loadedTo;
      if (end && !thread.hasNewer) at[id] = end.id;
      changes[id] = thread.changeSeq;
    }
    const room = SYNC_CONVERSATIONS_MAX - Object.keys(changes).length;
    const newest = inboxOrder(Object.values(state.conversations)).slice(0, room);
    for (const { id, lastSeq } of newest) conversations[id] ??= lastSeq;
    // Other loaded conversations are further down the inbox; without this bound, the server would send all
    // those in between as new.
    const last = newest.length === room ? newest.at(-1) : undefined;
    const loadedTo = loadedDownTo(state);
    const above = last && placeOf(last).at > loadedTo ? placeOf(last).at : loadedTo;
    return { conversations, changes, at, above };
  }

  async function syncAll(): Promise<void> {
    for (let complete = false; !complete; ) {
      const ack = await reconciler.mergeResponse(live.request('sync', known()), (synced) => {
        if (!synced.ok) return;
        const { unreadNotices: count } = synced;
        if (count !== undefined) store.setState({ unreadNotices: { count } });
        dropConversations(synced.undone);
        mergeConversations(synced.conversations);
        const byConversation = Map.groupBy(synced.messages, (message) => message.conversationId);
        for (const [id, messages] of byConversation) receiveMessages(id, messages);
        for (const [id, changeSeq] of Object.entries(synced.changes)) raiseChangeSeq(id, changeSeq);
      });
      if (!ack.ok) return;
      ({ complete } = ack);
    }
  }

  let running: Promise<void> | null = null;
  let isStale = false;
  async function syncUntilFresh(): Promise<void> {
    do {
      isStale = false;
      // The connection is lost again: the next one starts a new run.
      await syncAll().catch(() => undefined);
    } while (isStale);
    running = null;
  }

  return {
    /** One run at a time. A call during a run, as after another reconnect, adds one more run after it. */
    async run(): Promise<void> {
      isStale = true;
      running ??= syncUntilFresh();
      await running;
    },

    /** Fetches conversations that are not loaded, or that may have changed without a message. */
    async fetchConversations(ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      // No message is after `SEQ_MAX` and no conversation is above `TOP`, so the ack contains only these
      // conversations.
      const conversations = Object.fromEntries(
        ids.slice(0, SYNC_CONVERSATIONS_MAX).map((id) => [id, SEQ_MAX]),
      );
      const request = live.request('sync', { conversations, above: TOP });
      const merge = (ack: Awaited<typeof request>) => {
        if (ack.ok) mergeFetched(ack.conversations.filter(({ id }) => ids.includes(id)));
      };
      await reconciler.mergeResponse(request, merge).catch(() => null);
    },
  };
}
