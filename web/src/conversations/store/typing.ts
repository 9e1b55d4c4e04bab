import { TYPING_MS, TYPING_REPEAT_MS } from '@selvedge/shared/limits';
import type { EventPayload } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { Live } from './ports.ts';
import type { MessagingState } from './state.ts';

/** The text in the composer of the open conversation. */
const textIn = ({ selection, drafts }: MessagingState): string =>
  selection?.kind === 'conversation' ? (drafts[selection.id] ?? '').trim() : '';

/**
 * Holds the conversations in which the other person is typing, and tells the other person of the open conversation what
 * happens in its composer. Both directions follow the store, so that no other code has to call this.
 */
export function createTyping(store: StoreApi<MessagingState>, live: Pick<Live, 'tell'>) {
  /** Timers by conversation: when its other person counts as having stopped, unless another event comes. */
  const ends = new Map<string, ReturnType<typeof setTimeout>>();
  let told: { conversationId: string; at: number } | null = null;

  function hear(conversationId: string, isTyping: boolean): void {
    clearTimeout(ends.get(conversationId));
    ends.delete(conversationId);
    if (isTyping) {
      const end = setTimeout(() => hear(conversationId, false), TYPING_MS);
      ends.set(conversationId, end);
    }
    const { typing } = store.getState();
    if (typing.includes(conversationId) === isTyping) return;
    const others = typing.filter((id) => id !== conversationId);
    store.setState({ typing: isTyping ? [...others, conversationId] : others });
  }

  /** Whether typing is over: the message has arrived, a block stands, or the connection is lost. */
  function isOver(
    { conversations, connection }: MessagingState,
    before: MessagingState,
    id: string,
  ): boolean {
    const [now, then] = [conversations[id], before.conversations[id]];
    const hasWritten =
      now?.lastSeq !== then?.lastSeq && now?.lastMessage?.senderId !== store.getState().personId;
    return connection !== 'online' || now?.block != null || hasWritten;
  }

  function left(): void {
    if (!told) return;
    const { conversationId } = told;
    told = null;
    live.tell('conversation:typing', { conversationId, typing: false });
  }

  function tell(conversationId: string, at: number): void {
    told = { conversationId, at };
    live.tell('conversation:typing', { conversationId, typing: true });
  }

  function follow(state: MessagingState, before: MessagingState): void {
    const { selection } = state;
    const id = selection?.kind === 'conversation' ? selection.id : null;
    if (told && told.conversationId !== id) left();
    if (id === null || selection !== before.selection || state.personId !== before.personId) return;
    const text = textIn(state);
    if (text === textIn(before)) return;
    const now = Date.now();
    if (text === '') left();
    else if (!told || now - told.at >= TYPING_REPEAT_MS) tell(id, now);
  }

  store.subscribe((state, before) => {
    for (const id of state.typing) if (isOver(state, before, id)) hear(id, false);
    follow(state, before);
  });

  return {
    told: ({ conversationId, typing }: EventPayload<'conversation:typing'>): void =>
      hear(conversationId, typing),
    /** The composer has lost the focus. */
    left,
  };
}
