import { type RefObject, useEffect } from 'react';
import { afterNextFrame, candidatesOf, isFocusable, isLostFrom } from './lost-focus.ts';

/**
 * Keeps the focus near when the focused element of a page is removed or disabled: it moves to the nearest ancestor. As
 * `useRestoredFocus` in a dialog, but possibly nothing has the focus.
 */
export function useFocusNearby(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
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
      if (isLostFrom(element)) candidates.find(isFocusable)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (candidates[0] && !isFocusable(candidates[0])) afterNextFrame(restore);
    });
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', moved);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', moved);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, [page]);
}
