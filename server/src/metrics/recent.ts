interface Slot<T> {
  /** Which stretch of time it holds. */
  at: number;
  held: T;
}

/**
 * What happened lately, held in stretches of time of which the oldest is always overwritten: it takes no timer, and no
 * more room however much happens.
 * @param stretchMs length of one; the last `count` of them are held, the present one among them.
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
    /** Where to put what happens now. */
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
