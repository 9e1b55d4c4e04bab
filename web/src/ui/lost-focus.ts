/** Whether an element can take the focus: still in the document, not disabled and not behind a dialog. */
export function isFocusable(element: HTMLElement) {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null;
}

/** An element, or what has taken its place under the same id: a question in place of the button that asks it. */
const presentOf = (element: HTMLElement) => document.getElementById(element.id) ?? element;

/** The first element that can take the focus. */
export function firstFocusable(candidates: readonly HTMLElement[]): HTMLElement | undefined {
  return candidates.map(presentOf).find(isFocusable);
}

/** Browsers remove the focus from a disabled element only at the next frame, so run after that. */
export function afterNextFrame(act: () => void) {
  return requestAnimationFrame(() => setTimeout(act));
}

/** Whether the focus was lost, and not to a dialog that covers the element. */
export function isLostFrom(element: Element) {
  return document.activeElement === document.body && element.closest('[aria-hidden=true], [inert]') === null;
}

/** An element and its focusable ancestors, innermost first. */
export function candidatesOf(element: Element | null): HTMLElement[] {
  const candidates: HTMLElement[] = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement && (one === element || one.hasAttribute('tabindex'))) candidates.push(one);
  }
  return candidates;
}
