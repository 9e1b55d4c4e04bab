import { setTimeout as pause } from 'node:timers/promises';

/** How long others run after each slice, as a multiple of its time. */
const SHARE_OF_OTHERS = 1;

/**
 * Runs a long job in slices, so that requests and messages are not delayed by all of it.
 * @param slice does a part; returns whether there is more
 */
export async function inSlices(slice: () => Promise<boolean>, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    const startedAt = performance.now();
    if (!(await slice())) return;
    await pause(SHARE_OF_OTHERS * (performance.now() - startedAt));
  }
}
