import type { WarningKind } from '@selvedge/shared/warnings/rules';
import { warningsFor } from '@selvedge/shared/warnings/warnings-for';
import type { ThreadItem } from './thread-items.ts';

/** Cached, since this is the most expensive part of rendering a row, and rows come and go with scrolling. */
const known = new WeakMap<ThreadItem, readonly WarningKind[]>();

/** What the receiver of a message should be warned of. */
export function warningsOf(item: ThreadItem): readonly WarningKind[] {
  const kinds = known.get(item) ?? warningsFor(item.content, location.host);
  known.set(item, kinds);
  return kinds;
}

/** A message without warnings, like most messages. */
const ORDINARY = 'Is it still there?';
/** The first reading compiles the patterns, the second has the browser optimize them. */
const READINGS = 2;

const whenIdle = (work: () => void) =>
  // Safari lacks `requestIdleCallback`.
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work);

/** Warms the rules up while the browser is idle, so that the first thread does not wait for them. */
export function readAhead(left = READINGS): void {
  whenIdle(() => {
    warningsFor(ORDINARY, location.host);
    if (left > 1) readAhead(left - 1);
  });
}
