import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { Rest } from '../session/ports.ts';
import type { Reconciler } from '../session/reconciler.ts';
import { draftKey, isOpen, type MessagingState, type Selection } from '../state.ts';
import type { Drafts } from './drafts.ts';
import type { Outbox } from './outbox.ts';

interface SendingParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'openConversation'>;
  reconciler: Pick<Reconciler, 'mergeResponse'>;
  outbox: Pick<Outbox, 'addText' | 'addPhoto'>;
  mergeConversations(conversations: Conversation[]): void;
  select(selection: Selection): Promise<void>;
  drafts: Pick<Drafts, 'changeDraft' | 'moveDraft' | 'saveWhileSending'>;
  jumpToEnd(conversationId: string): Promise<void>;
}

/** Sends from the composer. The first message about an item opens its conversation first. */
export function createSending(parts: SendingParts) {
  const { store, rest, reconciler, outbox, mergeConversations, select, drafts, jumpToEnd } = parts;

  async function conversationOf(selection: NonNullable<Selection>): Promise<{ id: string; isNew: boolean }> {
    if (selection.kind === 'conversation') {
      // Replying within a window around an old message jumps back to the end of the thread.
      void jumpToEnd(selection.id);
      return { id: selection.id, isNew: false };
    }
    const request = rest.openConversation(selection.target);
    const { id, lastSeq } = await reconciler.mergeResponse(request, (conversation) =>
      mergeConversations([conversation]),
    );
    return { id, isNew: lastSeq === 0 };
  }

  /** Keeps text that was typed since `sent` was sent in the conversation's draft. */
  async function afterSend(selection: NonNullable<Selection>, id: string, sent: string): Promise<void> {
    const key = draftKey(selection);
    const state = store.getState();
    // A lookup still in flight may have opened the conversation already, and moved the text there.
    const place = state.drafts[key] === undefined && isOpen(state, id) ? id : key;
    const { [place]: typed = '' } = state.drafts;
    if (sent !== '') drafts.changeDraft(place, typed.startsWith(sent) ? typed.slice(sent.length) : typed);
    if (selection.kind === 'conversation') return;
    drafts.moveDraft(key, id);
    // A member who has opened something else meanwhile stays there.
    const { selection: now } = store.getState();
    if (now && draftKey(now) === key) await select({ kind: 'conversation', id });
  }

  return {
    /**
     * Sends the text of the composer.
     * Rejects with a `Problem` when no conversation can be started; the composer still has the text then.
     * @returns whether a conversation was started
     */
    async sendMessage(text: string): Promise<boolean> {
      const content = text.trim();
      const { selection } = store.getState();
      if (!selection || content === '') return false;
      const { id, isNew } = await conversationOf(selection);
      drafts.saveWhileSending(id, text, outbox.addText(id, content));
      await afterSend(selection, id, text);
      return isNew;
    },

    /**
     * Sends photos, each as a message of its own; text in the composer stays there.
     * Rejects with a `Problem` when no conversation can be started.
     * @returns whether a conversation was started
     */
    async sendPhotos(files: readonly File[]): Promise<boolean> {
      const { selection } = store.getState();
      if (!selection || files.length === 0) return false;
      const { id, isNew } = await conversationOf(selection);
      for (const file of files) outbox.addPhoto(id, file);
      await afterSend(selection, id, '');
      return isNew;
    },
  };
}
