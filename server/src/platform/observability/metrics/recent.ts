interface Slot<T> {
  /** The number of the time window. */
  at: number;
  value: T;
}

/** The last `count` windows, the current one included; needs no timer, and its memory is bounded. */
export function createRecent<T>(
  { count, windowMs, now = () => performance.now() }: { count: number; windowMs: number; now?: () => number },
  create: () => T,
) {
  let slots: Slot<T>[] = [];
  const currentWindow = () => Math.floor(now() / windowMs);
  return {
    now(): T {
      const at = currentWindow();
      const last = slots.at(-1);
      if (last?.at === at) return last.value;
      const value = create();
      slots = [...slots.filter((slot) => slot.at > at - count), { at, value }];
      return value;
    },
    all(): T[] {
      const from = currentWindow() - count;
      return slots.filter((slot) => slot.at > from).map(({ value }) => value);
    },
  };
}
