import { type RefObject, useEffect } from 'react';
import { topmostDialog } from './inert-background.ts';
import { afterNextFrame, candidatesOf, isFocusable, isLostFrom } from './lost-focus.ts';

/**
 * Called when a dialog opens: remembers where the focus is.
 * @returns called when it closes: the element to focus, either the old one or the nearest one that still exists, else the
 * dialog below or the page
 */
export function rememberFocus(): () => HTMLElement | null {
  const focused = document.activeElement;
  // A menu item disappears with its menu; the menu's button stays.
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const candidates = candidatesOf(button ? document.getElementById(button) : focused);
  return () => candidates.find(isFocusable) ?? topmostDialog() ?? document.getElementById('main');
}

/**
 * Keeps the focus in a dialog when the focused element is removed or disabled. Otherwise the browser would
 * drop the focus, and screen readers would lose their place.
 */
export function useRestoredFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const restore = () => {
      if (isLostFrom(element)) element.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => afterNextFrame(restore));
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, [content]);
}
