import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import type { StoreApi } from 'zustand/vanilla';
import type { NewTarget } from '../../../lib/new-target.ts';
import type { Drafts } from '../outbox/drafts.ts';
import type { Rest } from '../session/ports.ts';
import type { Reconciler } from '../session/reconciler.ts';
import { draftKey, type MessagingState, type Selection } from '../state.ts';

interface SelectingParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'findAbout'>;
  reconciler: Pick<Reconciler, 'mergeResponse'>;
  drafts: Pick<Drafts, 'changeDraft' | 'moveDraft'>;
  threads: {
    openThread(conversationId: string): Promise<void>;
    loadMessagesAround(conversationId: string, seq: number): Promise<void>;
  };
  mergeConversations(conversations: Conversation[]): void;
  fetchConversations(ids: string[]): Promise<void>;
}

/** Selects what the thread pane shows: a conversation, a message in it, or an item to write about. */
export function createSelecting({
  store,
  rest,
  reconciler,
  drafts,
  threads,
  mergeConversations,
  fetchConversations,
}: SelectingParts) {
  const { getState: get, setState: set } = store;
  let targets = 0;

  async function openConversation(id: string): Promise<void> {
    if (!get().conversations[id]) void fetchConversations([id]);
    await threads.openThread(id);
  }

  const selecting = {
    /** Loads the selected conversation. */
    openConversation,

    /** Selects a conversation, or an item to write the first message about; null closes the pane. */
    async select(selection: Selection): Promise<void> {
      const { target } = get();
      const isTarget = selection?.kind === 'conversation' && selection.id === target?.conversationId;
      set({ selection, editing: null, isOffering: false, ...(!isTarget && { target: null }) });
      if (selection?.kind === 'conversation') await openConversation(selection.id);
    },

    /**
     * 'Message Seller': selects the conversation about the item if there is one, otherwise the item.
     * @param initialText text to start with, unless there is a draft already
     */
    async selectTarget(target: NewTarget, initialText = ''): Promise<void> {
      const begin = (selection: NonNullable<Selection>) => {
        const key = draftKey(selection);
        if (initialText !== '' && !get().drafts[key]) drafts.changeDraft(key, initialText);
      };
      set({ selection: { kind: 'new', target }, isOffering: false });
      try {
        const existing = await reconciler.mergeResponse(rest.findAbout(target), (found) => {
          if (found) mergeConversations([found]);
        });
        const { selection } = get();
        if (selection?.kind !== 'new' || selection.target !== target) return;
        if (!existing) return begin(selection);
        // Text typed during the lookup moves into the conversation.
        drafts.moveDraft(draftKey(selection), existing.id);
        begin({ kind: 'conversation', id: existing.id });
        await selecting.select({ kind: 'conversation', id: existing.id });
      } catch {
        // The lookup failed; sending the first message also finds an existing conversation.
        begin({ kind: 'new', target });
      }
    },

    /** Opens the thread at a message found by search. */
    async openHit({ conversation, seq }: MessageHit): Promise<void> {
      if (!get().conversations[conversation.id]) mergeConversations([conversation]);
      targets += 1;
      set({ target: { conversationId: conversation.id, seq, n: targets } });
      await threads.loadMessagesAround(conversation.id, seq);
    },
  };
  return selecting;
}
