import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { Problem } from '@selvedge/shared/errors';
import type { Pending } from './outbox.ts';

export type Connection = 'connecting' | 'online' | 'offline';

/** One conversation's messages. They are contiguous: a hole is filled before anything after it is shown. */
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
    };

export type Inbox =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  /** `next` is the address of the page below. */
  | {
      status: 'ready';
      next: string | null;
      isLoadingMore: boolean;
      /** As it was seen last in this browser; the server has still to be asked. */
      isKept?: true;
    };

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
  inbox: Inbox;
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
}

export const initialState: MessagingState = {
  personId: null,
  connection: 'offline',
  unread: 0,
  inbox: { status: 'idle' },
  conversations: {},
  threads: {},
  outbox: [],
  drafts: {},
  selection: null,
  typing: [],
  here: new Set(),
  editing: null,
};
