import { TYPING_MS, TYPING_REPEAT_MS } from '@selvedge/shared/platform/limits';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { Live } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';

/** The text in the composer of the open conversation. */
const textIn = ({ selection, drafts }: MessagingState): string =>
  selection?.kind === 'conversation' ? (drafts[selection.id] ?? '').trim() : '';

/**
 * Stores the conversations in which the other member is typing, and sends typing events for the open
 * conversation's composer. Both directions react to changes of the store, so no other code has to call this.
 */
export function createTyping(store: StoreApi<MessagingState>, live: Pick<Live, 'emit'>) {
  /** Timers by conversation: when the other member counts as having stopped, unless another event comes. */
  const ends = new Map<string, ReturnType<typeof setTimeout>>();
  let lastSent: { conversationId: string; at: number } | null = null;

  function setTyping(conversationId: string, isTyping: boolean): void {
    clearTimeout(ends.get(conversationId));
    ends.delete(conversationId);
    if (isTyping) {
      const end = setTimeout(() => setTyping(conversationId, false), TYPING_MS);
      ends.set(conversationId, end);
    }
    const { typing } = store.getState();
    if (typing.includes(conversationId) === isTyping) return;
    const others = typing.filter((id) => id !== conversationId);
    store.setState({ typing: isTyping ? [...others, conversationId] : others });
  }

  /** Whether typing is over: their message was received, there is a block, or the connection is lost. */
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

  function stop(): void {
    if (!lastSent) return;
    const { conversationId } = lastSent;
    lastSent = null;
    live.emit('conversation:typing', { conversationId, typing: false });
  }

  function send(conversationId: string, at: number): void {
    lastSent = { conversationId, at };
    live.emit('conversation:typing', { conversationId, typing: true });
  }

  function follow(state: MessagingState, before: MessagingState): void {
    const { selection } = state;
    const id = selection?.kind === 'conversation' ? selection.id : null;
    if (lastSent && lastSent.conversationId !== id) stop();
    if (id === null || selection !== before.selection || state.personId !== before.personId) return;
    const text = textIn(state);
    if (text === textIn(before)) return;
    const now = Date.now();
    if (text === '') stop();
    else if (!lastSent || now - lastSent.at >= TYPING_REPEAT_MS) send(id, now);
  }

  store.subscribe((state, before) => {
    for (const id of state.typing) if (isOver(state, before, id)) setTyping(id, false);
    follow(state, before);
  });

  return {
    receive: ({ conversationId, typing }: EventPayload<'conversation:typing'>): void =>
      setTyping(conversationId, typing),
    /** The composer lost the focus. */
    stop,
  };
}
