import type { Conversation } from './conversations.ts';

/** The filters of the inbox, in the order in which they are offered. */
export const INBOX_FILTERS = [
  'all',
  'unread',
  'needs-reply',
  'buying',
  'selling',
  'wtb',
  'archived',
] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

type Placed = Pick<Conversation, 'buyerId' | 'sellerId' | 'isWTB' | 'isRead' | 'isArchived'> & {
  lastMessage: Pick<NonNullable<Conversation['lastMessage']>, 'senderId'> | null;
};

const BELONGS: Record<
  Exclude<InboxFilter, 'all' | 'archived'>,
  (one: Placed, personId: string) => boolean
> = {
  unread: (one) => !one.isRead,
  'needs-reply': (one, personId) => one.lastMessage !== null && one.lastMessage.senderId !== personId,
  buying: (one, personId) => one.buyerId === personId,
  selling: (one, personId) => one.sellerId === personId,
  wtb: (one) => one.isWTB,
};

/**
 * Whether a conversation, as one of its two people sees it, belongs under a filter of their inbox. Archived
 * conversations belong under `archived` only. The server answers the same from its indexes.
 */
export function isUnder(filter: InboxFilter, one: Placed, personId: string): boolean {
  if (filter === 'archived') return one.isArchived;
  return !one.isArchived && (filter === 'all' || BELONGS[filter](one, personId));
}
