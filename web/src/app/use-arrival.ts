import { type RefObject, useEffect, useRef } from 'react';
import { type Location, useNavigationType } from 'react-router-dom';
import { homePath, readFilters } from '../listings/filters.ts';

/** Requests open over their list: that is the same page. */
const pageOf = (pathname: string): string => (pathname.startsWith('/wtb/') ? '/wtb' : pathname);

/** What is found is a list of its own, and begins at its top; the other parts of an address are no places. */
function listOf({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return pathname === '/' ? homePath(readFilters(params)) : `${pageOf(pathname)}?${params.get('q') ?? ''}`;
}

/**
 * What a page load does by itself, for pages that are followed to within the client: they begin at their top, and the
 * keyboard and screen readers go on from there. Where Back leads to, the place in the page is the browser's.
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
