import { type RefObject, useEffect } from 'react';
import { topmostDialog } from './inert-background.ts';

/** Whether an element can take the focus: still in the document, not disabled and not behind a dialog. */
const isFocusable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null;

/** Browsers remove the focus from a disabled element only at the next frame, so run after that. */
const afterNextFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

/** Whether the focus was lost, and not to a dialog that covers the element. */
const isLostFrom = (element: Element) =>
  document.activeElement === document.body && element.closest('[aria-hidden=true], [inert]') === null;

/** An element and its focusable ancestors, innermost first. */
function candidatesOf(element: Element | null): HTMLElement[] {
  const candidates: HTMLElement[] = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement && (one === element || one.hasAttribute('tabindex'))) candidates.push(one);
  }
  return candidates;
}

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

/** The same for a page, where possibly nothing has the focus: a lost focus moves to the nearest ancestor. */
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
