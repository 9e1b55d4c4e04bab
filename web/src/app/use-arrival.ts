import { type RefObject, useEffect, useRef } from 'react';
import { type Location, useNavigationType } from 'react-router-dom';
import { homePath, readFilters } from '../listings/filters.ts';

/** A request opens over the list of requests, so both count as one page. */
const pageOf = (pathname: string): string => (pathname.startsWith('/wtb/') ? '/wtb' : pathname);

/** A search result is a list of its own that starts at its top; the other query parameters do not count. */
function listOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return pathname === '/' ? homePath(readFilters(params)) : `${pageOf(pathname)}?${params.get('q') ?? ''}`;
}

/**
 * Does for navigation within the client what a page load does by itself: the page starts at its top, and the focus
 * moves there for keyboards and screen readers. On Back, the browser restores the scroll position.
 */
export function useArrival(location: Location, main: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  const page = pageOf(location.pathname);
  const list = listOf(location);
  const shown = useRef({ page, list });
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, list };
    if (before.list !== list && type !== 'POP') scrollTo(0, 0);
    if (before.page !== page) main.current?.focus({ preventScroll: true });
  }, [page, list, type, main]);
}
