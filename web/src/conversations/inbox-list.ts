import type { Conversation } from '@selvedge/shared/conversations';
import { type InboxFilter, isUnder } from '@selvedge/shared/inbox';
import { type InboxPlace, inboxOrder, isAbove, placeOf } from './merge.ts';
import type { Inbox, MessagingState } from './state.ts';

const IDLE: Inbox = { status: 'idle' };

/** The list of the filter that is shown. */
export const shownInbox = ({ filter, inboxes }: Pick<MessagingState, 'filter' | 'inboxes'>): Inbox =>
  inboxes[filter] ?? IDLE;

/** Down to where the whole inbox is held without gaps; null when all of it is. */
export function heldDownTo({ inboxes }: Pick<MessagingState, 'inboxes'>): InboxPlace | null {
  const { all } = inboxes;
  return all?.status === 'ready' && all.next !== null ? all.end : null;
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
