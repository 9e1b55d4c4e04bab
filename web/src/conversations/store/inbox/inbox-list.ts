import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { type InboxFilter, matchesFilter } from '@selvedge/shared/conversations/inbox';
import type { Inbox, InboxPlace, MessagingState } from '../state.ts';

export function placeOf({ id, lastMessage, createdAt }: Conversation): InboxPlace {
  return {
    at: lastMessage?.createdAt ?? createdAt,
    id,
  };
}

/** Whether one position is above another: newest first, as the server orders. ISO instants compare as text. */
export function isAbove(a: InboxPlace, b: InboxPlace): boolean {
  return a.at === b.at ? a.id > b.id : a.at > b.at;
}

/** Conversations in the order of the inbox. */
export function inboxOrder(conversations: Conversation[]): Conversation[] {
  return conversations
    .map((one) => ({ one, place: placeOf(one) }))
    .sort((a, b) => (isAbove(a.place, b.place) ? -1 : 1))
    .map(({ one }) => one);
}

const IDLE: Inbox = { status: 'idle' };

/** The list of the chosen filter. */
export function shownInbox({ filter, inboxes }: Pick<MessagingState, 'filter' | 'inboxes'>): Inbox {
  return inboxes[filter] ?? IDLE;
}

/** Instants before and after all messages: the two ends of the inbox. */
const BOTTOM = '1970-01-01T00:00:00.000Z';
export const TOP = '9999-12-31T23:59:59.999Z';

/**
 * The instant down to which the inbox is loaded without gaps; `BOTTOM` when all of it is loaded, because a
 * server restored from a backup may send conversations below all loaded ones.
 */
export function loadedDownTo({ inboxes: { all } }: Pick<MessagingState, 'inboxes'>): string {
  if (all?.status !== 'ready' || all.isCached) return TOP;
  return all.next === null ? BOTTOM : (all.end?.at ?? TOP);
}

/**
 * The loaded conversations that match a filter, in order. Excludes those below the last loaded page, which
 * were loaded for other reasons: the list must not have gaps.
 */
export function listOf(
  filter: InboxFilter,
  inbox: Inbox,
  loaded: Readonly<Record<string, Conversation>>,
  personId: string | null,
): Conversation[] {
  if (inbox.status !== 'ready' || personId === null) return [];
  const end = inbox.next === null ? null : inbox.end;
  return inboxOrder(
    Object.values(loaded).filter(
      (one) => matchesFilter(filter, one, personId) && (end === null || !isAbove(end, placeOf(one))),
    ),
  );
}
