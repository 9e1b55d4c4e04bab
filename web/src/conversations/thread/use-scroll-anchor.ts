import { useCallback, useLayoutEffect, useRef } from 'react';

/** How many frames the list takes to render and measure prepended rows. */
const FRAMES = 6;

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-item-index]')];

/**
 * Keeps the visible rows in place when older rows are prepended. The list compensates for the estimated
 * height of the new rows, but not for the difference to their measured height.
 * @param firstItemIndex index of the first loaded row; it decreases when older rows are prepended
 * @returns a ref callback for the scrolling element
 */
export function useScrollAnchor(firstItemIndex: number): (scroller: HTMLElement | Window | null) => void {
  const scroller = useRef<HTMLElement>(null);
  const previousFirst = useRef(firstItemIndex);
  // The list renders the new rows after this effect: the layout is still the old one.
  useLayoutEffect(() => {
    const wasFirst = previousFirst.current;
    previousFirst.current = firstItemIndex;
    const list = scroller.current;
    if (!list || firstItemIndex >= wasFirst) return;
    const edge = list.getBoundingClientRect().top;
    const rows = rowsOf(list);
    const row = rows.find((one) => one.getBoundingClientRect().bottom > edge);
    if (!row || Number(rows[0]?.dataset.itemIndex) !== wasFirst) return;
    const index = row.dataset.itemIndex;
    const place = row.getBoundingClientRect().top;
    let frame = 0;
    const restore = () => {
      const now = rowsOf(list).find((one) => one.dataset.itemIndex === index);
      if (now) list.scrollTop += now.getBoundingClientRect().top - place;
    };
    // Runs after the list has measured the rows and before they are painted.
    const observer = new ResizeObserver(restore);
    if (row.parentElement) observer.observe(row.parentElement);
    const next = (left: number) => {
      restore();
      if (left > 0) frame = requestAnimationFrame(() => next(left - 1));
      else observer.disconnect();
    };
    frame = requestAnimationFrame(() => next(FRAMES));
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [firstItemIndex]);
  return useCallback((element) => {
    scroller.current = element instanceof HTMLElement ? element : null;
  }, []);
}
