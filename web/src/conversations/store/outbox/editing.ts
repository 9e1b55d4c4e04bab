import type { Message } from '@selvedge/shared/conversations/conversations';
import { messageRefusal } from '@selvedge/shared/conversations/message-policy';
import type { StoreApi } from 'zustand/vanilla';
import type { Ports } from '../session/ports.ts';
import { replyTo } from '../session/problem.ts';
import type { MessagingState } from '../state.ts';

interface EditingParts {
  store: StoreApi<MessagingState>;
  ports: Pick<Ports, 'live' | 'now'>;
  receiveMessages(conversationId: string, messages: Message[]): void;
}

/** Editing and unsending the member's own messages. */
export function createEditing({ store, ports, receiveMessages }: EditingParts) {
  const { live, now } = ports;

  const mayEdit = (message: Message): boolean =>
    messageRefusal('edit', store.getState().personId, message, now().getTime()) === null;

  function ownOf(conversationId: string): Message[] {
    const { threads, personId } = store.getState();
    const thread = threads[conversationId];
    return thread?.status === 'ready' ? thread.messages.filter((one) => one.senderId === personId) : [];
  }

  /** Drops the edited text of a message, and ends editing it. */
  function dropEdit(messageId: string): void {
    const { editing, edits } = store.getState();
    const { [messageId]: _, ...others } = edits;
    store.setState({ edits: others, ...(editing?.id === messageId && { editing: null }) });
  }

  return {
    /** Edits one of the member's messages in the composer. */
    startEditing(messageId: string): void {
      const { selection } = store.getState();
      const own = selection?.kind === 'conversation' ? ownOf(selection.id) : [];
      store.setState({ editing: own.find((one) => one.id === messageId) ?? null, isOffering: false });
    },

    /** Ends editing, and drops the edited text. */
    stopEditing(): void {
      const { editing } = store.getState();
      if (editing) dropEdit(editing.id);
      store.setState({ editing: null, isOffering: false });
    },

    /** Starts to edit the member's last message, if that is still allowed. @returns whether it did */
    startEditingLast(): boolean {
      const { selection } = store.getState();
      const last = selection?.kind === 'conversation' ? ownOf(selection.id).at(-1) : undefined;
      if (!last || !mayEdit(last)) return false;
      store.setState({ editing: last });
      return true;
    },

    changeEdit(messageId: string, text: string): void {
      store.setState(({ edits }) => ({ edits: { ...edits, [messageId]: text } }));
    },

    /** Rejects with a `Problem`; the composer keeps the text then. */
    async saveEdit(messageId: string, text: string): Promise<void> {
      const { message } = await replyTo(live.request('message:edit', { messageId, content: text.trim() }));
      receiveMessages(message.conversationId, [message]);
      dropEdit(messageId);
    },

    /** Rejects with a `Problem`. */
    async unsendMessage(messageId: string): Promise<void> {
      const { message } = await replyTo(live.request('message:unsend', { messageId }));
      receiveMessages(message.conversationId, [message]);
      dropEdit(messageId);
    },
  };
}
