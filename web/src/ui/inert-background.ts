import { type RefObject, useLayoutEffect } from 'react';

type Content = RefObject<HTMLElement | null>;

/** The contents of the open modal dialogs, the topmost last. */
const open: Content[] = [];

/** Makes the page and all dialogs but the topmost inert. */
function update(): void {
  document.getElementById('root')?.toggleAttribute('inert', open.length > 0);
  for (const content of open) content.current?.toggleAttribute('inert', content !== open.at(-1));
}

/**
 * Makes everything behind an open modal dialog inert: the library only hides it from screen readers. A layout effect,
 * whose cleanup runs before the library returns the focus to an element that must not be inert any more.
 */
export function useInertBackground(content: Content): void {
  useLayoutEffect(() => {
    open.push(content);
    update();
    return () => {
      open.splice(open.indexOf(content), 1);
      update();
    };
  }, [content]);
}
