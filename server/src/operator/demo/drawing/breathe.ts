import { setImmediate } from 'node:timers/promises';

/** Milliseconds of drawing after which others get a turn: files are written and pictures packed meanwhile. */
const BREATH_MS = 8;
let since = performance.now();

/** Lets go of the thread if it was held long enough. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < BREATH_MS) return;
  await setImmediate();
  since = performance.now();
}
