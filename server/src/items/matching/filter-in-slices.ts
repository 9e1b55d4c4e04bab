import { setImmediate } from 'node:timers/promises';

/** How long rows are compared before yielding to the event loop: a request waits for no more than this. */
const SLICE_MS = 1;

/** The matching rows, compared in slices that yield to other work in between. */
export async function filterInSlices<R>(rows: readonly R[], isMatch: (row: R) => boolean): Promise<R[]> {
  const found: R[] = [];
  let until = performance.now() + SLICE_MS;
  for (const row of rows) {
    if (performance.now() > until) {
      await setImmediate();
      until = performance.now() + SLICE_MS;
    }
    if (isMatch(row)) found.push(row);
  }
  return found;
}
