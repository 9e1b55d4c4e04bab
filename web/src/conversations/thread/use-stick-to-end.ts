import { type RefObject, useEffect, useRef } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';

/** The events with which a reader scrolls the list. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps the list at its end in two cases where the list itself does not: the composer grows by a small step,
 * or messages arrive faster than they render. Stops as soon as the reader scrolls.
 */
export function useStickToEnd(list: RefObject<VirtuosoHandle | null>, isListAtEnd: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const isStuck = useRef(isListAtEnd);
  // Only on arrival at the end: during a flick, the list may still report the end while scrolling away from
  // it.
  useEffect(() => {
    if (isListAtEnd) isStuck.current = true;
  }, [isListAtEnd]);

  useEffect(() => {
    const { current } = frame;
    const release = () => {
      isStuck.current = false;
    };
    for (const gesture of GESTURES) current?.addEventListener(gesture, release, { passive: true });
    // Rows that are not rendered are part of the padding, so the border box has the full height.
    const rows = current?.querySelector('[data-testid=virtuoso-item-list]');
    const observer = new ResizeObserver(() => {
      if (isStuck.current) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
    });
    if (rows) observer.observe(rows, { box: 'border-box' });
    return () => {
      observer.disconnect();
      for (const gesture of GESTURES) current?.removeEventListener(gesture, release);
    };
  }, [list]);

  useEffect(() => {
    if (!isListAtEnd || !frame.current) return;
    const observer = new ResizeObserver(() => list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER }));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [list, isListAtEnd]);
  return frame;
}
