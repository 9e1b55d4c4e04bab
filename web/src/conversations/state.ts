import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { Problem } from '@selvedge/shared/errors';
import type { InboxFilter } from '@selvedge/shared/inbox';
import type { MessageHit } from '@selvedge/shared/message-search';
import type { InboxPlace } from './merge.ts';
import type { Pending } from './outbox.ts';

export type Connection = 'connecting' | 'online' | 'offline';

/**
 * One conversation's messages. They are contiguous: a hole is filled before anything after it is shown. They reach to
 * the end but with `hasNewer`: then they are a window around a message that was looked for.
 */
export type Thread =
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  | {
      status: 'ready';
      messages: Message[];
      /** Every change of these messages up to this one is in them. */
      changeSeq: number;
      hasOlder: boolean;
      isLoadingOlder: boolean;
      /** As it was seen last in this browser; the server has still to be asked. */
      isKept?: true;
      /** A window around something old: more follows that is not held. */
      hasNewer: boolean;
    };

export type Inbox =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  /** `next` is the address of the page below, and `end` the last place above it. */
  | {
      status: 'ready';
      next: string | null;
      end: InboxPlace | null;
      isLoadingMore: boolean;
      /** As it was seen last in this browser; the server has still to be asked. */
      isKept?: true;
    };

export interface Search {
  /** As it is typed. */
  term: string;
  status: 'idle' | 'searching' | 'done';
  hits: MessageHit[];
  /** Where to go on, once it is done. */
  next: string | null;
  problem: Problem | null;
}

/** The item and person that a first message will start a conversation about. */
export interface NewTarget {
  sellerId: string;
  listingId: string | null;
  wtbListingId: string | null;
}

/** What the right pane shows. */
export type Selection = { kind: 'conversation'; id: string } | { kind: 'new'; target: NewTarget } | null;

/** The key of a draft: the conversation, or the item before there is one. */
export const draftKey = (selection: NonNullable<Selection>): string =>
  selection.kind === 'conversation'
    ? selection.id
    : (selection.target.listingId ?? selection.target.wtbListingId ?? selection.target.sellerId);

export interface MessagingState {
  personId: string | null;
  connection: Connection;
  /** Conversations with something unread, as the server counts them. */
  unread: number;
  /** The filter whose list is shown. */
  filter: InboxFilter;
  inboxes: Readonly<Partial<Record<InboxFilter, Inbox>>>;
  search: Search;
  /** The message that was looked for, in its thread; `n` counts the choices. */
  target: { conversationId: string; seq: number; n: number } | null;
  conversations: Readonly<Record<string, Conversation>>;
  threads: Readonly<Record<string, Thread>>;
  /** Messages that the server does not have yet, in the order they were written. */
  outbox: readonly Pending[];
  /** Text typed and not sent, by conversation id or, before there is one, by item id. */
  drafts: Readonly<Record<string, string>>;
  selection: Selection;
  /** Conversations in which the other person types right now. */
  typing: readonly string[];
  /** The people who are known to be here. */
  here: ReadonlySet<string>;
  /** The message of mine that the composer says anew. */
  editing: Message | null;
  /** What my messages are to say, by their ids, until that is saved or given up. */
  edits: Readonly<Record<string, string>>;
}

export const initialState: MessagingState = {
  personId: null,
  connection: 'offline',
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
  here: new Set(),
  editing: null,
  edits: {},
};
