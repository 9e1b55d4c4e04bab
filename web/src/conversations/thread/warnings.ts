import type { WarningKind } from '@selvedge/shared/conversations/warnings/rules';
import { warningsFor } from '@selvedge/shared/conversations/warnings/warnings-for';
import type { ThreadItem } from './thread-items.ts';

/** Cached, since this is the most expensive part of rendering a row, and rows come and go with scrolling. */
const cache = new WeakMap<ThreadItem, readonly WarningKind[]>();

/** The warnings to show to the recipient of a message. */
export function warningsOf(item: ThreadItem): readonly WarningKind[] {
  const kinds = cache.get(item) ?? warningsFor(item.content, location.host);
  cache.set(item, kinds);
  return kinds;
}

/** A message without warnings, like most messages. */
const ORDINARY = 'Is it still there?';
/** The first run compiles the patterns, the second makes the browser optimize them. */
const WARM_UP_RUNS = 2;

const whenIdle = (work: () => void) =>
  // Safari lacks `requestIdleCallback`.
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work);

/** Warms up the rules while the browser is idle, so that the first thread does not wait for them. */
export function warmUp(left = WARM_UP_RUNS): void {
  whenIdle(() => {
    warningsFor(ORDINARY, location.host);
    if (left > 1) warmUp(left - 1);
  });
}
