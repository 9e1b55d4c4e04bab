import { pageNavigator } from '../lib/page-history.ts';

/** Links that lead out of the pages. */
const ELSEWHERE = /^\/(api|auth|media|feed)\b|^\/\//;

/**
 * Keeps links within the site in this tab, and its page loaded: where the browser stores nothing, another tab or page would
 * be signed out.
 */
export function stayInTab(): void {
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
    const path = link?.getAttribute('href') ?? '';
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || isModified || ELSEWHERE.test(path)) return;
    event.preventDefault();
    pageNavigator.push(path, null);
  });
}
