import { type RefObject, useEffect, useRef } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';

/** What a reader moves the list by. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Who reads the end goes on reading it: when the field below grows, since the list itself follows only large steps, and
 * when messages come faster than they are drawn, where it gives up. Whoever moves the list is left alone.
 */
export function useKeptEnd(list: RefObject<VirtuosoHandle | null>, isListAtEnd: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const isKept = useRef(isListAtEnd);
  // Only when it comes there: a flick of the finger may still leave the end when it is drawn again.
  useEffect(() => {
    if (isListAtEnd) isKept.current = true;
  }, [isListAtEnd]);

  useEffect(() => {
    const { current } = frame;
    const letGo = () => {
      isKept.current = false;
    };
    for (const gesture of GESTURES) current?.addEventListener(gesture, letGo, { passive: true });
    // What is not drawn is in the padding of the rows.
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
