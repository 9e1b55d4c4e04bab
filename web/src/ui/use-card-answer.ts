import { useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api.ts';

/**
 * Sends the answers to a card of a thread, one at a time. Afterwards the card has the focus, because an answer
 * removes its own button.
 * @param send rejects with the `Problem` of a refusal
 */
export function useCardAnswer<A>(send: (answer: A) => Promise<unknown>) {
  const card = useRef<HTMLElement>(null);
  const [pending, setPending] = useState<A | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useLayoutEffect(() => {
    const node = card.current;
    // A card may vanish with its answer, or by scrolling: the list keeps the focus then.
    return () => {
      if (!node?.contains(document.activeElement)) return;
      node.closest<HTMLElement>('[data-virtuoso-scroller]')?.focus({ preventScroll: true });
    };
  }, []);
  const answer = async (chosen: A): Promise<void> => {
    // The buttons stay enabled meanwhile, because a disabled button loses the focus.
    if (pending !== null) return;
    setPending(chosen);
    setFailure(null);
    try {
      await send(chosen);
    } catch (error) {
      setFailure(messageOf(error, 'That did not work. Please try again.'));
    } finally {
      setPending(null);
      card.current?.focus();
    }
  };
  return { card, pending, failure, answer: (chosen: A) => void answer(chosen) };
}
