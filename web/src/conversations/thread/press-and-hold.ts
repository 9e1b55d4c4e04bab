import { type PointerEvent, type SyntheticEvent, useCallback, useEffect, useRef } from 'react';

const HOLD_MS = 500;
/** A finger never rests perfectly still. */
const SLOP_PX = 10;

interface Press {
  timer: number;
  x: number;
  y: number;
  isHeld: boolean;
}

/** Event handlers that call `onHold` on a long press, instead of opening the browser's own menu. */
export function usePressAndHold(onHold: () => void) {
  const press = useRef<Press | null>(null);
  const cancel = useCallback(() => {
    if (press.current) clearTimeout(press.current.timer);
  }, []);
  useEffect(() => cancel, [cancel]);
  const hold = () => {
    cancel();
    if (!press.current || press.current.isHeld) return;
    press.current.isHeld = true;
    onHold();
  };
  return {
    onPointerDown({ pointerType, clientX, clientY, target }: PointerEvent) {
      cancel();
      press.current = null;
      // Links keep the browser's menu, which opens and copies them.
      if (pointerType !== 'touch' || (target instanceof Element && target.closest('a'))) return;
      const timer = window.setTimeout(hold, HOLD_MS);
      press.current = { timer, x: clientX, y: clientY, isHeld: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > SLOP_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // Some browsers detect the long press first and try to open their own menu.
    onContextMenu(event: SyntheticEvent) {
      if (!press.current) return;
      event.preventDefault();
      hold();
    },
    // Suppresses the click: lifting the finger from a photo would open it.
    onTouchEnd(event: SyntheticEvent) {
      if (press.current?.isHeld) event.preventDefault();
      press.current = null;
    },
  };
}
