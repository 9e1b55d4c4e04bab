import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { homePath, readFilters } from '../listings/filters.ts';
import { keepPosition, positionOf, savePositions, scrollPage, storePosition } from './scroll-position.ts';

/** A request opens over the list of requests, so both count as one page. */
const pageOf = (pathname: string): string => (pathname.startsWith('/wtb/') ? '/wtb' : pathname);

/** A search result is a list of its own that starts at its top; the other query parameters do not count. */
function listOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return pathname === '/' ? homePath(readFilters(params)) : `${pageOf(pathname)}?${params.get('q') ?? ''}`;
}

/**
 * Does for navigation within the client what a page load does by itself: the page starts at its top, and the focus
 * moves there for keyboards and screen readers. Back and a reload return to the place where the page was left.
 */
export function useArrival(background: Location, main: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  const location = useLocation();
  const page = pageOf(background.pathname);
  const list = listOf(background);
  const shown = useRef<{ page: string; list: string } | null>(null);
  const entry = useRef(location);
  // Before the paint, and in the order of the history: the page that was left must not get this one's position.
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
