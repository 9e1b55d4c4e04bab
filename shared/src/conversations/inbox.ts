import type { Conversation } from './conversations.ts';

/** The filters of the inbox, in display order. */
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

type InboxEntry = Pick<Conversation, 'buyerId' | 'sellerId' | 'isWTB' | 'isRead' | 'isArchived'> & {
  lastMessage: Pick<NonNullable<Conversation['lastMessage']>, 'senderId'> | null;
};

const MATCHES: Record<
  Exclude<InboxFilter, 'all' | 'archived'>,
  (conversation: InboxEntry, memberId: string) => boolean
> = {
  unread: (conversation) => !conversation.isRead,
  'needs-reply': (conversation, memberId) =>
    conversation.lastMessage !== null && conversation.lastMessage.senderId !== memberId,
  buying: (conversation, memberId) => conversation.buyerId === memberId,
  selling: (conversation, memberId) => conversation.sellerId === memberId,
  wtb: (conversation) => conversation.isWTB,
};

/**
 * Whether a conversation, as one of its two members sees it, belongs under a filter of their inbox. Archived
 * conversations belong only under `archived`. The server's queries apply the same rules.
 */
export function matchesFilter(filter: InboxFilter, conversation: InboxEntry, memberId: string): boolean {
  if (filter === 'archived') return conversation.isArchived;
  return !conversation.isArchived && (filter === 'all' || MATCHES[filter](conversation, memberId));
}
