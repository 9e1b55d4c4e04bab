import type { Location } from 'react-router-dom';
import { storedJson, tabStorage } from '../lib/browser-storage.ts';
import { queryClient } from '../lib/query-client.ts';

// Back and reload return to the exact scroll position. The browser's own restoration runs before the client
// has rendered the page, so it stops at the height it finds. This module stores the position of every history
// entry, and keeps the document tall enough while a page's content loads. After a reload the script in
// `index.html` restores the position before the first paint.

/** `index.html` reads the same key. */
const STORAGE_KEY = 'selvedge-scroll';
const ENTRIES_MAX = 100;
/** A page counts as loaded once no query is fetching and its height has not changed for this long. */
const QUIET_MS = 1_000;
/** Any of these means that the reader is scrolling. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const positions = new Map(Object.entries(storedJson<Record<string, number>>(tabStorage, STORAGE_KEY) ?? {}));

/** `index.html` builds the same ids. */
const entryOf = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`;

export function positionOf(location: Location): number {
  return positions.get(entryOf(location)) ?? 0;
}

export function storePosition(location: Location, top: number): void {
  // The sign-in page names the page of the member to which it returns.
  if (location.pathname === '/login') return;
  const entry = entryOf(location);
  positions.delete(entry);
  positions.set(entry, top);
  const [oldest] = positions.keys();
  if (positions.size > ENTRIES_MAX && oldest !== undefined) positions.delete(oldest);
}

export function savePositions(): void {
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(positions)));
}

let stopRestoring = (): void => undefined;

/** Scrolls a page to a position and holds it until the page has loaded or the reader scrolls. */
export function scrollPage(page: Element, top: number): void {
  stopRestoring();
  const root = document.documentElement;
  // Content that loads later cannot move the top.
  if (top === 0) {
    root.style.minHeight = '';
    scrollTo(0, 0);
    return;
  }
  const stopped = new AbortController();
  let quiet: ReturnType<typeof setTimeout>;
  const waitForQuiet = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => (queryClient.isFetching() > 0 ? waitForQuiet() : stopRestoring()), QUIET_MS);
  };
  // Reports the current size first, then each change before it is painted.
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    waitForQuiet();
  });
  stopRestoring = () => {
    stopped.abort();
    observer.disconnect();
    clearTimeout(quiet);
    root.style.minHeight = '';
  };
  root.style.minHeight = `${top + innerHeight}px`;
  scrollTo(0, top);
  observer.observe(page);
  for (const input of INPUTS) {
    addEventListener(input, stopRestoring, { signal: stopped.signal, passive: true, capture: true });
  }
}

/** Holds the position that the script in `index.html` restored, if any. */
export function keepPosition(page: Element): void {
  if (document.documentElement.style.minHeight !== '') scrollPage(page, scrollY);
}
