import { setImmediate } from 'node:timers/promises';

/** How many rows are compared before the event loop gets a turn: a few milliseconds of work for the longest texts. */
const SLICE = 100;

/** The rows that fit, compared in slices between which other work gets a turn. */
export async function filterInSlices<R>(rows: readonly R[], fits: (row: R) => boolean): Promise<R[]> {
  const found: R[] = [];
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await setImmediate();
    found.push(...rows.slice(start, start + SLICE).filter(fits));
  }
  return found;
}
