import type { Conversation } from '@selvedge/shared/conversations';
import { type InboxFilter, matchesFilter } from '@selvedge/shared/inbox';
import { inboxOrder, isAbove, placeOf } from './merge.ts';
import type { Inbox, MessagingState } from './state.ts';

const IDLE: Inbox = { status: 'idle' };

/** The list of the chosen filter. */
export const shownInbox = ({ filter, inboxes }: Pick<MessagingState, 'filter' | 'inboxes'>): Inbox =>
  inboxes[filter] ?? IDLE;

/** Instants before and after all messages: the two ends of the inbox. */
const BOTTOM = '1970-01-01T00:00:00.000Z';
export const TOP = '9999-12-31T23:59:59.999Z';

/**
 * The instant down to which the inbox is held without gaps; `BOTTOM` when all of it is held, since a server that was
 * restored to an older state may next tell of conversations below all that are held.
 */
export function loadedDownTo({ inboxes: { all } }: Pick<MessagingState, 'inboxes'>): string {
  if (all?.status !== 'ready' || all.isKept) return TOP;
  return all.next === null ? BOTTOM : (all.end?.at ?? TOP);
}

/**
 * The held conversations of one filter, in order. Those below the last loaded page, held for other reasons, are left
 * out until their page is loaded: the list must not have gaps.
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
      (one) => matchesFilter(filter, one, personId) && (end === null || !isAbove(end, placeOf(one))),
    ),
  );
}
