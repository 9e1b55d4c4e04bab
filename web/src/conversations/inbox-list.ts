import type { Conversation } from '@selvedge/shared/conversations';
import { type InboxFilter, isUnder } from '@selvedge/shared/inbox';
import { inboxOrder, isAbove, placeOf } from './merge.ts';
import type { Inbox, MessagingState } from './state.ts';

const IDLE: Inbox = { status: 'idle' };

/** The list of the filter that is shown. */
export const shownInbox = ({ filter, inboxes }: Pick<MessagingState, 'filter' | 'inboxes'>): Inbox =>
  inboxes[filter] ?? IDLE;

/** Before everything that was ever said, and after it. */
const BOTTOM = '1970-01-01T00:00:00.000Z';
export const TOP = '9999-12-31T23:59:59.999Z';

/**
 * Down to when the inbox is held without gaps. What a server that was set back says next may lie below all that is
 * held: who holds the whole inbox holds it down to the bottom.
 */
export function heldDownTo({ inboxes: { all } }: Pick<MessagingState, 'inboxes'>): string {
  if (all?.status !== 'ready' || all.isKept) return TOP;
  return all.next === null ? BOTTOM : (all.end?.at ?? TOP);
}

/**
 * What is held of a list, in order. Of what lies below its last loaded page some may be held for other reasons: that
 * waits for its page, lest the list have gaps.
 */
export function listOf(
  filter: InboxFilter,
  inbox: Inbox,
  held: Readonly<Record<string, Conversation>>,
  personId: string | null,
): Conversation[] {
  if (inbox.status !== 'ready' || personId === null) return [];
  const end = inbox.next === null ? null : inbox.end;
  return inboxOrder(
    Object.values(held).filter(
      (one) => isUnder(filter, one, personId) && (end === null || !isAbove(end, placeOf(one))),
    ),
  );
}
