import type { Conversation } from '@selvedge/shared/conversations';
import type { MessageHit } from '@selvedge/shared/message-search';
import type { StoreApi } from 'zustand/vanilla';
import type { Drafts } from './drafts.ts';
import type { Rest } from './ports.ts';
import { draftKey, type MessagingState, type NewTarget, type Selection } from './state.ts';

interface SelectingParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'findAbout'>;
  drafts: Pick<Drafts, 'typed' | 'moved'>;
  threads: {
    opened(conversationId: string): Promise<void>;
    loadAround(conversationId: string, seq: number): Promise<void>;
  };
  heard(news: Conversation[]): void;
  /** Asks the server for a conversation that is not held. */
  learnOf(id: string): Promise<void>;
}

/** What the thread pane shows, as a person chooses it: a conversation, a message in it, or an item to write about. */
export function createSelecting({ store, rest, drafts, threads, heard, learnOf }: SelectingParts) {
  const { getState: get, setState: set } = store;
  let targets = 0;

  async function opened(id: string): Promise<void> {
    if (!get().conversations[id]) void learnOf(id);
    await threads.opened(id);
  }

  const selecting = {
    /** Loads what the thread pane shows of a conversation. */
    opened,

    /** A conversation, or the first message about an item, is chosen for the thread pane; null closes it. */
    async selected(selection: Selection): Promise<void> {
      const { target } = get();
      const isTarget = selection?.kind === 'conversation' && selection.id === target?.conversationId;
      set({ selection, editing: null, ...(!isTarget && { target: null }) });
      if (selection?.kind === 'conversation') await opened(selection.id);
    },

    /**
     * 'Message Seller': the conversation about the item is selected if it exists.
     * @param words to begin with, where nothing is typed yet.
     */
    async targetChosen(target: NewTarget, words = ''): Promise<void> {
      const begin = (selection: NonNullable<Selection>) => {
        const key = draftKey(selection);
        if (words !== '' && !get().drafts[key]) drafts.typed(key, words);
      };
      set({ selection: { kind: 'new', target } });
      try {
        const existing = await rest.findAbout(target);
        const { selection } = get();
        if (selection?.kind !== 'new' || selection.target !== target) return;
        if (!existing) return begin(selection);
        heard([existing]);
        // What was typed while it was looked up goes on in the conversation.
        drafts.moved(draftKey(selection), existing.id);
        begin({ kind: 'conversation', id: existing.id });
        await selecting.selected({ kind: 'conversation', id: existing.id });
      } catch {
        // Sending the first message finds it, too.
        begin({ kind: 'new', target });
      }
    },

    /** A message was looked for and found: its thread opens at it. */
    async hitChosen({ conversation, seq }: MessageHit): Promise<void> {
      if (!get().conversations[conversation.id]) heard([conversation]);
      targets += 1;
      set({ target: { conversationId: conversation.id, seq, n: targets } });
      await threads.loadAround(conversation.id, seq);
    },
  };
  return selecting;
}
