import { type RefObject, useEffect } from 'react';
import { afterNextFrame, candidatesOf, firstFocusable, isFocusable, isLostFrom } from './lost-focus.ts';

/**
 * Keeps the focus near when the focused element of a page or dialog is removed or disabled: it moves to what has taken its
 * place, else to the nearest ancestor.
 * @param isDialog the focus never leaves it: screen readers would lose their place
 */
export function useFocusNearby(root: RefObject<HTMLElement | null>, isDialog = false): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let candidates: HTMLElement[] = [];
    const moved = ({ target }: FocusEvent) => {
      candidates = target instanceof Element && element.contains(target) ? candidatesOf(target) : [];
    };
    // A click outside all elements drops the focus on purpose.
    const forget = () => {
      candidates = [];
    };
    const restore = () => {
      const nearby = firstFocusable(candidates) ?? (isDialog ? element : undefined);
      if (isLostFrom(element)) nearby?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      const [last] = candidates;
      // At once: the library's focus trap would move the focus to the start of the dialog.
      if (last && !last.isConnected) restore();
      else if (isDialog || (last && !isFocusable(last))) afterNextFrame(restore);
    });
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', moved);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', moved);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, [root, isDialog]);
}
