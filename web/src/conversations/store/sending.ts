import type { Conversation } from '@selvedge/shared/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { Drafts } from './drafts.ts';
import type { Rest } from './ports.ts';
import { draftKey, isOpen, type MessagingState, type Selection } from './state.ts';

interface SendingParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'openConversation'>;
  delivery: {
    send(conversationId: string, content: string): Promise<void>;
    sendPhoto(conversationId: string, file: File): void;
  };
  heard(news: Conversation[]): void;
  selected(selection: Selection): Promise<void>;
  drafts: Pick<Drafts, 'typed' | 'moved' | 'leaving'>;
  endWanted(conversationId: string): Promise<void>;
}

/** What the person sends from the composer. The first message about an item opens its conversation first. */
export function createSending(parts: SendingParts) {
  const { store, rest, delivery, heard, selected, drafts, endWanted } = parts;

  async function conversationOf(selection: NonNullable<Selection>): Promise<{ id: string; isNew: boolean }> {
    if (selection.kind === 'conversation') {
      // An answer from within an old window leads back to the end of the thread.
      void endWanted(selection.id);
      return { id: selection.id, isNew: false };
    }
    const conversation = await rest.openConversation(selection.target);
    heard([conversation]);
    return { id: conversation.id, isNew: conversation.lastSeq === 0 };
  }

  /** Text that was typed since `from` was sent stays in the conversation's draft. */
  async function goOn(selection: NonNullable<Selection>, id: string, from: string): Promise<void> {
    const key = draftKey(selection);
    const state = store.getState();
    // A lookup that was still under way may have opened the conversation already, and moved the text there.
    const place = state.drafts[key] === undefined && isOpen(state, id) ? id : key;
    const { [place]: typed = '' } = state.drafts;
    if (from !== '') drafts.typed(place, typed.startsWith(from) ? typed.slice(from.length) : typed);
    if (selection.kind === 'conversation') return;
    drafts.moved(key, id);
    // A person who has opened something else meanwhile stays there.
    const { selection: now } = store.getState();
    if (now && draftKey(now) === key) await selected({ kind: 'conversation', id });
  }

  return {
    /**
     * Sends the text of the composer.
     * Rejects with a `Problem` when no conversation can be started; then the text is still in the composer.
     * @returns whether one was started.
     */
    async textSent(text: string): Promise<boolean> {
      const content = text.trim();
      const { selection } = store.getState();
      if (!selection || content === '') return false;
      const { id, isNew } = await conversationOf(selection);
      drafts.leaving(id, text, delivery.send(id, content));
      await goOn(selection, id, text);
      return isNew;
    },

    /**
     * Sends photos, each as a message of its own; what was typed stays in the composer.
     * Rejects with a `Problem` when no conversation can be started.
     * @returns whether one was started.
     */
    async photosChosen(files: readonly File[]): Promise<boolean> {
      const { selection } = store.getState();
      if (!selection || files.length === 0) return false;
      const { id, isNew } = await conversationOf(selection);
      for (const file of files) delivery.sendPhoto(id, file);
      await goOn(selection, id, '');
      return isNew;
    },
  };
}
