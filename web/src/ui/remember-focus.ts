import { type RefObject, useEffect } from 'react';

/** Whether an element can take the focus: it is still there and not disabled. */
const isAble = (element: HTMLElement) => element.isConnected && !element.matches(':disabled');

/** Browsers take the focus from a disabled element only at the next frame, so this acts after that. */
const onceDrawn = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

/** Whether the focus has been lost, and not to a dialog that covers the element. */
const isLostFrom = (element: Element) =>
  document.activeElement === document.body && element.closest('[aria-hidden=true], [inert]') === null;

/** An element and its focusable ancestors, innermost first. */
function placesOf(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement && (one === element || one.hasAttribute('tabindex'))) places.push(one);
  }
  return places;
}

/**
 * Called when a dialog opens: remembers where the focus is.
 * @returns called when it closes: the element to focus, which is the old one or the nearest that is still there
 */
export function rememberFocus(): () => HTMLElement | null {
  const focused = document.activeElement;
  // A menu item goes away with its menu; the menu's button stays.
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const places = placesOf(button ? document.getElementById(button) : focused);
  return () => places.find(isAble) ?? document.getElementById('main');
}

/**
 * Keeps the focus in a dialog when the focused element is removed or disabled. The browser would drop the focus, and
 * screen readers would lose their place.
 */
export function useRestoredFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const keep = () => {
      if (isLostFrom(element)) element.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => onceDrawn(keep));
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, [content]);
}

/** The same for a page, where the focus may also be nowhere: a lost focus moves to the nearest ancestor. */
export function useFocusNearby(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let places: HTMLElement[] = [];
    const moved = ({ target }: FocusEvent) => {
      places = target instanceof Element && element.contains(target) ? placesOf(target) : [];
    };
    // A click beside all elements drops the focus on purpose.
    const letGo = () => {
      places = [];
    };
    const keep = () => {
      if (isLostFrom(element)) places.find(isAble)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (places[0] && !isAble(places[0])) onceDrawn(keep);
    });
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', moved);
    document.addEventListener('pointerdown', letGo, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', moved);
      document.removeEventListener('pointerdown', letGo, true);
    };
  }, [page]);
}
