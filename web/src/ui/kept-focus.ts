import { type RefObject, useEffect } from 'react';

/** Whether an element can have the focus: it is not gone and not disabled. */
const isAble = (element: HTMLElement) => element.isConnected && !element.matches(':disabled');

/** From what was disabled the focus is taken when the page is next drawn. */
const onceDrawn = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

/** Whether the focus is nowhere, though no window lies over the element. */
const isLostFrom = (element: Element) =>
  document.activeElement === document.body && element.closest('[aria-hidden=true], [inert]') === null;

/** An element, and what around it can take the focus in its stead, from the inside out. */
function placesOf(element: Element | null): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement && (one === element || one.hasAttribute('tabindex'))) places.push(one);
  }
  return places;
}

/**
 * Asked as a window opens: where the focus is now.
 * @returns asked as it closes: where the focus goes, which is back, or as near to it as is still there.
 */
export function rememberFocus(): () => HTMLElement | null {
  const focused = document.activeElement;
  // What is in a menu goes away with it; its button stays.
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const places = placesOf(button ? document.getElementById(button) : focused);
  return () => places.find(isAble) ?? document.getElementById('main');
}

/**
 * Keeps the focus in a window when what has it goes away or is disabled. The browser would leave it nowhere, and screen
 * readers with it.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
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

/** The same for a page, where the focus may be nowhere: what has lost it hands it to the nearest around it. */
export function useFocusNearby(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let places: HTMLElement[] = [];
    const moved = ({ target }: FocusEvent) => {
      places = target instanceof Element && element.contains(target) ? placesOf(target) : [];
    };
    // Pressed beside everything, the focus is let go of on purpose.
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
