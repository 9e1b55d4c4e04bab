import { useCallback, useLayoutEffect, useRef } from 'react';

/** Frames in which the list draws and measures the rows that were put above. */
const FRAMES = 6;

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-item-index]')];

/**
 * Keeps what is read in its place when rows come above the first that was drawn. The list makes up for their height as
 * it thinks it is, and does not for what it then measures.
 * @param firstItemIndex of the first row held; it falls when older ones come.
 * @returns what has to be told which element scrolls.
 */
export function useHeldPlace(firstItemIndex: number): (scroller: HTMLElement | Window | null) => void {
  const scroller = useRef<HTMLElement>(null);
  const held = useRef(firstItemIndex);
  // The list draws them after this: here all stands as it was seen last.
  useLayoutEffect(() => {
    const wasFirst = held.current;
    held.current = firstItemIndex;
    const list = scroller.current;
    if (!list || firstItemIndex >= wasFirst) return;
    const edge = list.getBoundingClientRect().top;
    const rows = rowsOf(list);
    const row = rows.find((one) => one.getBoundingClientRect().bottom > edge);
    if (!row || Number(rows[0]?.dataset.itemIndex) !== wasFirst) return;
    const index = row.dataset.itemIndex;
    const place = row.getBoundingClientRect().top;
    let frame = 0;
    const hold = () => {
      const now = rowsOf(list).find((one) => one.dataset.itemIndex === index);
      if (now) list.scrollTop += now.getBoundingClientRect().top - place;
    };
    // Told after the list has measured, before that is painted.
    const observer = new ResizeObserver(hold);
    if (row.parentElement) observer.observe(row.parentElement);
    const next = (left: number) => {
      hold();
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
