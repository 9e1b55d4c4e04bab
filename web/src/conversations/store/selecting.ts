import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import type { StoreApi } from 'zustand/vanilla';
import type { NewTarget } from '../../lib/new-target.ts';
import type { Drafts } from './drafts.ts';
import type { Rest } from './ports.ts';
import type { Reads } from './reads.ts';
import { draftKey, type MessagingState, type Selection } from './state.ts';

interface SelectingParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'findAbout'>;
  reads: Pick<Reads, 'read'>;
  drafts: Pick<Drafts, 'typed' | 'moved'>;
  threads: {
    opened(conversationId: string): Promise<void>;
    loadAround(conversationId: string, seq: number): Promise<void>;
  };
  received(conversations: Conversation[]): void;
  fetchConversations(ids: string[]): Promise<void>;
}

/** Selects what the thread pane shows: a conversation, a message in it, or an item to write about. */
export function createSelecting({
  store,
  rest,
  reads,
  drafts,
  threads,
  received,
  fetchConversations,
}: SelectingParts) {
  const { getState: get, setState: set } = store;
  let targets = 0;

  async function opened(id: string): Promise<void> {
    if (!get().conversations[id]) void fetchConversations([id]);
    await threads.opened(id);
  }

  const selecting = {
    /** Loads the selected conversation. */
    opened,

    /** Selects a conversation, or an item to write the first message about; null closes the pane. */
    async selected(selection: Selection): Promise<void> {
      const { target } = get();
      const isTarget = selection?.kind === 'conversation' && selection.id === target?.conversationId;
      set({ selection, editing: null, isOffering: false, ...(!isTarget && { target: null }) });
      if (selection?.kind === 'conversation') await opened(selection.id);
    },

    /**
     * 'Message Seller': selects the conversation about the item if there is one, otherwise the item.
     * @param initialText text to start with, unless there is a draft already
     */
    async targetChosen(target: NewTarget, initialText = ''): Promise<void> {
      const begin = (selection: NonNullable<Selection>) => {
        const key = draftKey(selection);
        if (initialText !== '' && !get().drafts[key]) drafts.typed(key, initialText);
      };
      set({ selection: { kind: 'new', target }, isOffering: false });
      try {
        const existing = await reads.read(rest.findAbout(target), (found) => {
          if (found) received([found]);
        });
        const { selection } = get();
        if (selection?.kind !== 'new' || selection.target !== target) return;
        if (!existing) return begin(selection);
        // Text typed during the lookup moves into the conversation.
        drafts.moved(draftKey(selection), existing.id);
        begin({ kind: 'conversation', id: existing.id });
        await selecting.selected({ kind: 'conversation', id: existing.id });
      } catch {
        // The lookup failed; sending the first message also finds an existing conversation.
        begin({ kind: 'new', target });
      }
    },

    /** Opens the thread at a message found by search. */
    async hitChosen({ conversation, seq }: MessageHit): Promise<void> {
      if (!get().conversations[conversation.id]) received([conversation]);
      targets += 1;
      set({ target: { conversationId: conversation.id, seq, n: targets } });
      await threads.loadAround(conversation.id, seq);
    },
  };
  return selecting;
}
