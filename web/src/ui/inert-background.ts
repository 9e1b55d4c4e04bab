import { useLayoutEffect } from 'react';

let openCount = 0;

const update = () => document.getElementById('root')?.toggleAttribute('inert', openCount > 0);

/** The topmost modal dialog; null if none is open. */
export function topmostDialog(): HTMLElement | null {
  return (
    [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true][data-state=open]')].at(-1) ??
    null
  );
}

/** Focuses the dialog below if the library returned the focus to nothing, for instance to the inert page. */
function catchFocus(): void {
  if (document.activeElement === document.body) topmostDialog()?.focus({ preventScroll: true });
}

/**
 * Makes the page inert while a modal dialog is open: the library only hides it from screen readers. A layout effect,
 * whose cleanup runs before the library returns the focus to the page.
 */
export function useInertBackground(): void {
  useLayoutEffect(() => {
    openCount += 1;
    update();
    return () => {
      openCount -= 1;
      update();
      requestAnimationFrame(() => setTimeout(catchFocus));
    };
  }, []);
}
