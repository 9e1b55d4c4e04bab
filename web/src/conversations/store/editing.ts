import type { Message } from '@selvedge/shared/conversations/conversations';
import { messageRefusal } from '@selvedge/shared/conversations/message-policy';
import type { Ack } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { Ports } from './ports.ts';
import { toProblem } from './problem.ts';
import type { MessagingState } from './state.ts';

interface EditingParts {
  store: StoreApi<MessagingState>;
  ports: Pick<Ports, 'live' | 'now'>;
  arrived(conversationId: string, messages: Message[]): void;
}

/** Editing and unsending the member's own messages. */
export function createEditing({ store, ports, arrived }: EditingParts) {
  const { live, now } = ports;

  const mayEdit = (message: Message): boolean =>
    messageRefusal('edit', store.getState().personId, message, now().getTime()) === null;

  function ownOf(conversationId: string): Message[] {
    const { threads, personId } = store.getState();
    const thread = threads[conversationId];
    return thread?.status === 'ready' ? thread.messages.filter((one) => one.senderId === personId) : [];
  }

  /** Rejects with the `Problem` of the refusal or the lost connection. */
  async function saved(request: Promise<Ack<{ message: Message }>>): Promise<void> {
    const ack = await request.catch((error: unknown) => ({ ok: false, error: toProblem(error) }) as const);
    if (!ack.ok) throw ack.error;
    arrived(ack.message.conversationId, [ack.message]);
  }

  /** Ends editing a message and drops the edited text. */
  function ended(messageId: string): void {
    const { editing, edits } = store.getState();
    const { [messageId]: _, ...others } = edits;
    store.setState({ edits: others, ...(editing?.id === messageId && { editing: null }) });
  }

  return {
    /** The composer starts to edit one of the member's messages; null ends editing. */
    editingChosen(messageId: string | null): void {
      const { selection, editing } = store.getState();
      if (messageId === null && editing) ended(editing.id);
      const own = messageId && selection?.kind === 'conversation' ? ownOf(selection.id) : [];
      store.setState({ editing: own.find((one) => one.id === messageId) ?? null, isOffering: false });
    },

    /** Starts to edit the member's last message, if that is still allowed. @returns whether it did */
    lastEditingChosen(): boolean {
      const { selection } = store.getState();
      const last = selection?.kind === 'conversation' ? ownOf(selection.id).at(-1) : undefined;
      if (!last || !mayEdit(last)) return false;
      store.setState({ editing: last });
      return true;
    },

    editTyped(messageId: string, text: string): void {
      store.setState(({ edits }) => ({ edits: { ...edits, [messageId]: text } }));
    },

    /** Rejects with a `Problem`; the composer keeps the text then. */
    async edited(messageId: string, text: string): Promise<void> {
      await saved(live.request('message:edit', { messageId, content: text.trim() }));
      ended(messageId);
    },

    /** Rejects with a `Problem`. */
    async unsent(messageId: string): Promise<void> {
      await saved(live.request('message:unsend', { messageId }));
      ended(messageId);
    },
  };
}
