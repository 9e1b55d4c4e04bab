import type { WarningKind } from '@selvedge/shared/warnings/rules';
import { warningsFor } from '@selvedge/shared/warnings/warnings-for';
import type { ThreadItem } from './thread-items.ts';

/** Reading a message takes longest of all that its row does, and rows come and go with scrolling. */
const known = new WeakMap<ThreadItem, readonly WarningKind[]>();

/** What the receiver of a message should be warned of. */
export function warningsOf(item: ThreadItem): readonly WarningKind[] {
  const kinds = known.get(item) ?? warningsFor(item.content, location.host);
  known.set(item, kinds);
  return kinds;
}

/** As harmless as most messages. */
const ORDINARY = 'Is it still there?';
/** A browser makes ready what it looks for with the first reading, and makes it fast with the second. */
const READINGS = 2;

const whenIdle = (work: () => void) =>
  // Safari has none.
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work);

/** Has the rules made ready while nothing else is to do: the first thread that is opened does not wait for them. */
export function readAhead(left = READINGS): void {
  whenIdle(() => {
    warningsFor(ORDINARY, location.host);
    if (left > 1) readAhead(left - 1);
  });
}
