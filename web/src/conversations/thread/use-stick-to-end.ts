import { type RefObject, useEffect, useRef } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';

/** The events with which a reader moves the list. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps a reader at the end of the list: when the composer grows, since the list itself follows only large steps, and
 * when messages come faster than they are rendered, where the list gives up. A reader who moves the list is left alone.
 */
export function useStickToEnd(list: RefObject<VirtuosoHandle | null>, isListAtEnd: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const isKept = useRef(isListAtEnd);
  // Only on arrival at the end: during a flick, the list may still report the end while it is being left.
  useEffect(() => {
    if (isListAtEnd) isKept.current = true;
  }, [isListAtEnd]);

  useEffect(() => {
    const { current } = frame;
    const letGo = () => {
      isKept.current = false;
    };
    for (const gesture of GESTURES) current?.addEventListener(gesture, letGo, { passive: true });
    // Rows that are not rendered are part of the padding, so the border box has the whole height.
    const rows = current?.querySelector('[data-testid=virtuoso-item-list]');
    const observer = new ResizeObserver(() => {
      if (isKept.current) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
    });
    if (rows) observer.observe(rows, { box: 'border-box' });
    return () => {
      observer.disconnect();
      for (const gesture of GESTURES) current?.removeEventListener(gesture, letGo);
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
