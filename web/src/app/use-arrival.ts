import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { homePath, readFilters } from '../items/listings/filters.ts';
import { keepPosition, positionOf, savePositions, scrollPage, storePosition } from './scroll-position.ts';

/** A WTB opens over the list of WTBs, so both count as one page. */
const pageOf = (pathname: string): string => (pathname.startsWith('/wtb/') ? '/wtb' : pathname);

/** Each search result is its own list and starts at its top; other query parameters do not matter. */
function listOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return pathname === '/' ? homePath(readFilters(params)) : `${pageOf(pathname)}?${params.get('q') ?? ''}`;
}

/**
 * Gives client-side navigation what a page load does automatically: scroll to the top, and move the focus to
 * the page for keyboards and screen readers. Back and reload return to the previous position.
 */
export function useArrival(background: Location, main: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  const location = useLocation();
  const page = pageOf(background.pathname);
  const list = listOf(background);
  const shown = useRef<{ page: string; list: string } | null>(null);
  const entry = useRef(location);
  // Runs before the paint: otherwise the previous history entry would get this page's scroll position.
  useLayoutEffect(() => {
    entry.current = location;
    const before = shown.current;
    shown.current = { page, list };
    if (main.current) {
      if (!before) keepPosition(main.current);
      else if (before.list !== list) scrollPage(main.current, type === 'POP' ? positionOf(location) : 0);
      if (before && before.page !== page) main.current.focus({ preventScroll: true });
    }
    storePosition(location, scrollY);
  }, [location, page, list, type, main]);
  useLayoutEffect(() => {
    const store = () => storePosition(entry.current, scrollY);
    const save = () => {
      store();
      savePositions();
    };
    addEventListener('scroll', store, { passive: true });
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scroll', store);
      removeEventListener('pagehide', save);
    };
  }, []);
}
