import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { Drafts } from './drafts.ts';
import type { Rest } from './ports.ts';
import type { Reads } from './reads.ts';
import { draftKey, isOpen, type MessagingState, type Selection } from './state.ts';

interface SendingParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'openConversation'>;
  reads: Pick<Reads, 'read'>;
  delivery: {
    send(conversationId: string, content: string): Promise<void>;
    sendPhoto(conversationId: string, file: File): void;
  };
  received(conversations: Conversation[]): void;
  selected(selection: Selection): Promise<void>;
  drafts: Pick<Drafts, 'typed' | 'moved' | 'leaving'>;
  jumpToEnd(conversationId: string): Promise<void>;
}

/** Sends from the composer. The first message about an item opens its conversation first. */
export function createSending(parts: SendingParts) {
  const { store, rest, reads, delivery, received, selected, drafts, jumpToEnd } = parts;

  async function conversationOf(selection: NonNullable<Selection>): Promise<{ id: string; isNew: boolean }> {
    if (selection.kind === 'conversation') {
      // Replying within a window around an old message jumps back to the end of the thread.
      void jumpToEnd(selection.id);
      return { id: selection.id, isNew: false };
    }
    const request = rest.openConversation(selection.target);
    const { id, lastSeq } = await reads.read(request, (conversation) => received([conversation]));
    return { id, isNew: lastSeq === 0 };
  }

  /** Keeps text that was typed since `sent` was sent in the conversation's draft. */
  async function afterSend(selection: NonNullable<Selection>, id: string, sent: string): Promise<void> {
    const key = draftKey(selection);
    const state = store.getState();
    // A lookup still in flight may have opened the conversation already, and moved the text there.
    const place = state.drafts[key] === undefined && isOpen(state, id) ? id : key;
    const { [place]: typed = '' } = state.drafts;
    if (sent !== '') drafts.typed(place, typed.startsWith(sent) ? typed.slice(sent.length) : typed);
    if (selection.kind === 'conversation') return;
    drafts.moved(key, id);
    // A member who has opened something else meanwhile stays there.
    const { selection: now } = store.getState();
    if (now && draftKey(now) === key) await selected({ kind: 'conversation', id });
  }

  return {
    /**
     * Sends the text of the composer.
     * Rejects with a `Problem` when no conversation can be started; the composer still has the text then.
     * @returns whether a conversation was started
     */
    async textSent(text: string): Promise<boolean> {
      const content = text.trim();
      const { selection } = store.getState();
      if (!selection || content === '') return false;
      const { id, isNew } = await conversationOf(selection);
      drafts.leaving(id, text, delivery.send(id, content));
      await afterSend(selection, id, text);
      return isNew;
    },

    /**
     * Sends photos, each as a message of its own; text in the composer stays there.
     * Rejects with a `Problem` when no conversation can be started.
     * @returns whether a conversation was started
     */
    async photosChosen(files: readonly File[]): Promise<boolean> {
      const { selection } = store.getState();
      if (!selection || files.length === 0) return false;
      const { id, isNew } = await conversationOf(selection);
      for (const file of files) delivery.sendPhoto(id, file);
      await afterSend(selection, id, '');
      return isNew;
    },
  };
}
