import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import type { Problem } from '@selvedge/shared/platform/errors';
import type { NewTarget } from '../../lib/new-target.ts';
import type { OutgoingMessage } from './outbox/outgoing-message.ts';

type Connection = 'connecting' | 'online' | 'offline';

/**
 * The messages of one conversation, without gaps: one is filled before anything after it is shown. They
 * extend to the end unless `hasNewer` is set: then they are a window around a message found by search.
 */
export type Thread =
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  | {
      status: 'ready';
      messages: Message[];
      /** All changes of these messages up to this number are included. */
      changeSeq: number;
      hasOlder: boolean;
      isLoadingOlder: boolean;
      /** From the local cache; the server has not responded yet. */
      isCached?: true;
      /** A window around an old message: newer messages exist that are not loaded. */
      hasNewer: boolean;
    };

/** A conversation's position in the inbox. */
export interface InboxPlace {
  at: string;
  id: string;
}

export type Inbox =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  /** `next` is the URL of the next page, and `end` the position of the last loaded conversation. */
  | {
      status: 'ready';
      next: string | null;
      end: InboxPlace | null;
      isLoadingMore: boolean;
      /** From the local cache; the server has not responded yet. */
      isCached?: true;
    };

interface Search {
  /** As typed. */
  term: string;
  status: 'idle' | 'searching' | 'done';
  hits: MessageHit[];
  /** The URL of the next page of results. */
  next: string | null;
  problem: Problem | null;
}

/** What the right pane shows. */
export type Selection = { kind: 'conversation'; id: string } | { kind: 'new'; target: NewTarget } | null;

/** The key of a draft: the conversation's id or, before there is one, an id of the item. */
export function draftKey(selection: NonNullable<Selection>): string {
  return selection.kind === 'conversation'
    ? selection.id
    : (selection.target.listingId ?? selection.target.wtbListingId ?? selection.target.sellerId);
}

export interface MessagingState {
  personId: string | null;
  connection: Connection;
  /** Online without live events: the network blocks sockets. */
  isPolled: boolean;
  /** How many updates are unread, as of the latest sync; null before it. */
  unreadNotices: { count: number } | null;
  /** How many conversations are unread, as the server counts them. */
  unread: number;
  /** The chosen filter of the inbox. */
  filter: InboxFilter;
  inboxes: Readonly<Partial<Record<InboxFilter, Inbox>>>;
  search: Search;
  /** The message found by search, in its thread; `n` distinguishes two selections of the same message. */
  target: { conversationId: string; seq: number; n: number } | null;
  conversations: Readonly<Record<string, Conversation>>;
  threads: Readonly<Record<string, Thread>>;
  /** Messages that the server has not stored yet, in the order of writing. */
  outbox: readonly OutgoingMessage[];
  /** Text that was typed but not sent, by `draftKey`. */
  drafts: Readonly<Record<string, string>>;
  selection: Selection;
  /** Conversations in which the other member is typing. */
  typing: readonly string[];
  /** Members known to be online. */
  onlineIds: ReadonlySet<string>;
  /** The member's own message that the composer edits. */
  editing: Message | null;
  /** Whether the form for an offer replaces the composer. */
  isOffering: boolean;
  /** Edited texts of the member's messages by message id, until they are saved or discarded. */
  edits: Readonly<Record<string, string>>;
}

/** Whether the thread pane shows this conversation. */
export function isOpen({ selection }: Pick<MessagingState, 'selection'>, id: string): boolean {
  return selection?.kind === 'conversation' && selection.id === id;
}

export const initialState: MessagingState = {
  personId: null,
  connection: 'offline',
  isPolled: false,
  unreadNotices: null,
  unread: 0,
  filter: 'all',
  inboxes: {},
  search: { term: '', status: 'idle', hits: [], next: null, problem: null },
  target: null,
  conversations: {},
  threads: {},
  outbox: [],
  drafts: {},
  selection: null,
  typing: [],
  onlineIds: new Set(),
  editing: null,
  isOffering: false,
  edits: {},
};
