import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in a window when what has it goes away or is disabled. The browser would leave it nowhere, and screen
 * readers with it.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const keep = () => {
      const isCovered = element.closest('[aria-hidden=true], [inert]') !== null;
      if (document.activeElement === document.body && !isCovered) element.focus({ preventScroll: true });
    };
    // From what was disabled the focus is taken when the page is next drawn.
    const observer = new MutationObserver(() => requestAnimationFrame(() => setTimeout(keep)));
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, [content]);
}
