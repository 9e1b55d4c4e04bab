interface Slot<T> {
  /** The number of its time window. */
  at: number;
  held: T;
}

/**
 * Sliding statistics of the recent past, in time windows of which the oldest is dropped: without a timer, and in
 * bounded memory.
 * @param stretchMs the length of a window; the last `count` of them are kept, the present one among them.
 */
export function createRecent<T>(
  {
    count,
    stretchMs,
    now = () => performance.now(),
  }: { count: number; stretchMs: number; now?: () => number },
  make: () => T,
) {
  let slots: Slot<T>[] = [];
  const present = () => Math.floor(now() / stretchMs);
  return {
    /** The window for what happens now. */
    now(): T {
      const at = present();
      const last = slots.at(-1);
      if (last?.at === at) return last.held;
      const held = make();
      slots = [...slots.filter((slot) => slot.at > at - count), { at, held }];
      return held;
    },
    all(): T[] {
      const from = present() - count;
      return slots.filter((slot) => slot.at > from).map(({ held }) => held);
    },
  };
}
