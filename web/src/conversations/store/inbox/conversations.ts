import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import { isOpen, type MessagingState } from '../state.ts';

/**
 * Merges a received conversation into the loaded one. Events may overtake each other, so counters and cursors
 * only rise; everything else comes from the received conversation unless it is older.
 */
export function mergeConversation(loaded: Conversation | undefined, received: Conversation): Conversation {
  if (!loaded) return received;
  // Both counters only rise, so their sum shows which of two states is newer.
  const isOlder = received.lastSeq + received.changeSeq < loaded.lastSeq + loaded.changeSeq;
  const { lastSeq, changeSeq, lastMessage, isArchived, isMuted } = loaded;
  // An older state must not archive the conversation again: a newer message may have unarchived it.
  const newest = isOlder ? { ...received, lastSeq, changeSeq, lastMessage, isArchived, isMuted } : received;
  const readSeq = Math.max(loaded.readSeq, received.readSeq);
  return {
    ...newest,
    readSeq,
    otherReadSeq: Math.max(loaded.otherReadSeq, received.otherReadSeq),
    deliveredSeq: Math.max(loaded.deliveredSeq, received.deliveredSeq),
    otherDeliveredSeq: Math.max(loaded.otherDeliveredSeq, received.otherDeliveredSeq),
    isRead: readSeq >= newest.lastSeq,
  };
}

interface Threads {
  checkThread(id: string): void;
  evictThread(id: string): void;
  openThread(id: string): Promise<void>;
}

/** Merges conversations received as events or responses into the loaded ones. */
export function createConversationMerge(store: StoreApi<MessagingState>) {
  return (updates: Conversation[]): void =>
    store.setState((s) => {
      const conversations = { ...s.conversations };
      for (const one of updates) conversations[one.id] = mergeConversation(conversations[one.id], one);
      return { conversations };
    });
}

/** The loaded conversations, whose threads are updated with them. */
export function createLoadedConversations(
  store: StoreApi<MessagingState>,
  threads: Threads,
  mergeConversations: (updates: Conversation[]) => void,
) {
  return {
    /** Stores conversations that were just fetched, and requests what their loaded threads turn out to have missed. */
    mergeFetched(conversations: Conversation[]): void {
      mergeConversations(conversations);
      for (const { id } of conversations) threads.checkThread(id);
    },

    /**
     * Stores a conversation from an event, except the item: it may be older than the loaded one, which changes by events of
     * its own.
     */
    mergeFromEvent(conversation: Conversation): void {
      const { listing, wtbListing } = store.getState().conversations[conversation.id] ?? conversation;
      mergeConversations([{ ...conversation, listing, wtbListing }]);
    },

    /**
     * Conversations were removed, or the server was restored from a backup: drops their loaded state and
     * refetches the open thread.
     */
    dropConversations(ids: string[]): void {
      const { conversations } = store.getState();
      store.setState({
        conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => !ids.includes(id))),
      });
      for (const id of ids) {
        threads.evictThread(id);
        if (isOpen(store.getState(), id)) void threads.openThread(id);
      }
    },
  };
}
