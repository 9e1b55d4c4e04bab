import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import { mergeConversation } from './merge.ts';
import { isOpen, type MessagingState } from './state.ts';

interface Threads {
  checked(id: string): void;
  evict(id: string): void;
  opened(id: string): Promise<void>;
}

/** Merges conversations that arrive as events or responses into the loaded ones. */
export const mergeConversations =
  (store: StoreApi<MessagingState>) =>
  (updates: Conversation[]): void =>
    store.setState((s) => {
      const conversations = { ...s.conversations };
      for (const one of updates) conversations[one.id] = mergeConversation(conversations[one.id], one);
      return { conversations };
    });

/** The loaded conversations, whose threads are updated with them. */
export const createLoadedConversations = (
  store: StoreApi<MessagingState>,
  threads: Threads,
  received: (updates: Conversation[]) => void,
) => ({
  /** Stores conversations that were just fetched, and requests what their loaded threads turn out to have missed. */
  fetched(conversations: Conversation[]): void {
    received(conversations);
    for (const { id } of conversations) threads.checked(id);
  },

  /**
   * Stores a conversation from an event, except the item: it may be older than the loaded one, which changes by events of
   * its own.
   */
  announced(conversation: Conversation): void {
    const { listing, wtbListing } = store.getState().conversations[conversation.id] ?? conversation;
    received([{ ...conversation, listing, wtbListing }]);
  },

  /**
   * Conversations were removed, or the server was restored from a backup: drops their loaded state and
   * refetches the open thread.
   */
  rolledBack(ids: string[]): void {
    const { conversations } = store.getState();
    store.setState({
      conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => !ids.includes(id))),
    });
    for (const id of ids) {
      threads.evict(id);
      if (isOpen(store.getState(), id)) void threads.opened(id);
    }
  },
});
