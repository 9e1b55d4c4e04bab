import { topmostDialog } from './inert-background.ts';
import { candidatesOf, firstFocusable } from './lost-focus.ts';

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
  return () => firstFocusable(candidates) ?? topmostDialog() ?? document.getElementById('main');
}
