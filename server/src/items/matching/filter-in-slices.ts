import { setImmediate } from 'node:timers/promises';

/** How many rows are compared before yielding to the event loop: a few milliseconds for the longest texts. */
const SLICE = 100;

/** The matching rows, compared in slices that yield to other work in between. */
export async function filterInSlices<R>(rows: readonly R[], isMatch: (row: R) => boolean): Promise<R[]> {
  const found: R[] = [];
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await setImmediate();
    found.push(...rows.slice(start, start + SLICE).filter(isMatch));
  }
  return found;
}
