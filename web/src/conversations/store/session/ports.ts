import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import type { Upload } from '@selvedge/shared/items/listings';
import type { Ack, RequestBody, RequestName, RequestReply } from '@selvedge/shared/platform/realtime';
import type { NewTarget } from '../../../lib/new-target.ts';
import type { OutgoingMessage, OutgoingPhoto } from '../outbox/outgoing-message.ts';

/** The live connection as the store sees it. */
export interface Live {
  /**
   * Sends a request and waits for its ack.
   * Rejects when the connection is lost or too slow: then the outcome is unknown.
   */
  request<R extends RequestName>(name: R, input: RequestBody<R>): Promise<Ack<RequestReply<R>>>;
  /**
   * Sends a request without waiting for an ack. Dropped while disconnected: such requests are worthless
   * later.
   */
  emit<R extends RequestName>(name: R, input: RequestBody<R>): void;
}

export interface ConversationPage {
  conversations: Conversation[];
  next: string | null;
}

/** The REST calls that the store makes. They reject with a `Problem`. */
export interface Rest {
  /** @param next the `next` of an earlier page */
  listConversations(filter: InboxFilter, next: string | null): Promise<ConversationPage>;
  arrange(id: string, change: Partial<Pick<Conversation, 'isArchived' | 'isMuted'>>): Promise<Conversation>;
  /** @param next the `next` of an earlier page of the same term */
  searchMessages(term: string, next: string | null): Promise<{ hits: MessageHit[]; next: string | null }>;
  findAbout(target: NewTarget): Promise<Conversation | null>;
  openConversation(target: NewTarget): Promise<Conversation>;
  listMessages(conversationId: string, page: { before?: number; after?: number }): Promise<Message[]>;
}

/** Where outgoing messages are stored. */
export interface OutboxStorage {
  load(personId: string): Promise<OutgoingMessage[]>;
  put(personId: string, message: OutgoingMessage): Promise<void>;
  remove(clientId: string): Promise<void>;
  clear(personId: string): Promise<void>;
}

/** A local cache of the member's conversations, used while the server is unreachable. */
export interface CacheStorage {
  loadInbox(personId: string): Promise<Conversation[]>;
  loadThread(personId: string, id: string): Promise<Message[]>;
  /** @param conversations newest first */
  putInbox(personId: string, conversations: Conversation[]): Promise<void>;
  putThread(personId: string, id: string, messages: Message[]): Promise<void>;
  clear(personId: string): Promise<void>;
}

/** Storage for text that was typed but not sent. */
export interface DraftStorage {
  /** By draft key; see `draftKey`. */
  load(personId: string): Record<string, string>;
  /** @param text '' removes the draft */
  save(personId: string, key: string, text: string): void;
  clear(personId: string): void;
}

/** A draft changed by another tab of this browser. */
export interface ReceivedDraft {
  personId: string;
  key: string;
  /** The previously stored text; '' for none. */
  before: string;
  /** The text stored now; '' for none. */
  text: string;
}

/** Processing of photos before they are sent. */
export interface Photos {
  /** Null for a file that this browser cannot read. */
  sizeOf(file: Blob): Promise<OutgoingPhoto['size']>;
  /** Returns a file unchanged when the browser cannot read it: the server decides about it. */
  compress(file: Blob): Promise<Blob>;
  /** @param onProgress from 0 to 1. Rejects with a `FormProblem`. */
  upload(
    conversationId: string,
    photo: Blob,
    name: string,
    onProgress: (part: number) => void,
  ): Promise<Upload>;
}

/** Everything outside the store; tests pass their own. */
export interface Ports {
  live: Live;
  rest: Rest;
  outbox: OutboxStorage;
  cache: CacheStorage;
  drafts: DraftStorage;
  photos: Photos;
  newId(): string;
  now(): Date;
}
