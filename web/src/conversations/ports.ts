import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { InboxFilter } from '@selvedge/shared/inbox';
import type { Upload } from '@selvedge/shared/listings';
import type { MessageHit } from '@selvedge/shared/message-search';
import type { Ack, RequestInput, RequestName, RequestReply } from '@selvedge/shared/realtime';
import type { KeptStorage } from './kept.ts';
import type { OutboxStorage, PendingPhoto } from './outbox.ts';
import type { NewTarget } from './state.ts';

/** The live connection as the store sees it. */
export interface Live {
  /**
   * Sends a request and waits for its ack.
   * Rejects when the connection is lost or too slow: then nobody knows whether it arrived.
   */
  request<R extends RequestName>(name: R, input: RequestInput<R>): Promise<Ack<RequestReply<R>>>;
  /** Sends one that asks for no answer and is worth nothing later: without a connection it is dropped. */
  tell<R extends RequestName>(name: R, input: RequestInput<R>): void;
}

export interface ConversationPage {
  conversations: Conversation[];
  next: string | null;
}

/** The REST calls that the store makes. They reject with a `Problem`. */
export interface Rest {
  /** `next` is what an earlier page gave. */
  listConversations(filter: InboxFilter, next: string | null): Promise<ConversationPage>;
  arrange(id: string, change: Partial<Pick<Conversation, 'isArchived' | 'isMuted'>>): Promise<Conversation>;
  /** `next` is what an earlier page of the same term gave. */
  searchMessages(term: string, next: string | null): Promise<{ hits: MessageHit[]; next: string | null }>;
  findAbout(target: NewTarget): Promise<Conversation | null>;
  openConversation(target: NewTarget): Promise<Conversation>;
  listMessages(conversationId: string, page: { before?: number; after?: number }): Promise<Message[]>;
}

/** Where text waits that was typed and not sent. */
export interface DraftStorage {
  /** By the keys of `draftKey`. */
  load(personId: string): Record<string, string>;
  /** @param text '' when nothing is left of it. */
  save(personId: string, key: string, text: string): void;
  clear(personId: string): void;
}

/** A draft that another tab of this browser has changed. */
export interface ToldDraft {
  personId: string;
  key: string;
  /** What was stored until then; '' for nothing. */
  before: string;
  /** What is stored now; '' when nothing is left. */
  text: string;
}

/** What is done with a photo before it is sent. */
export interface Photos {
  /** Null for what this browser cannot read. */
  sizeOf(file: Blob): Promise<PendingPhoto['size']>;
  /** What the browser cannot read stays as it is: the server decides. */
  compress(file: Blob): Promise<Blob>;
  /** @param onProgress from 0 to 1. Rejects with a `FormProblem`. */
  upload(
    conversationId: string,
    photo: Blob,
    name: string,
    onProgress: (part: number) => void,
  ): Promise<Upload>;
}

/** Everything outside the store: a test passes its own. */
export interface Ports {
  live: Live;
  rest: Rest;
  outbox: OutboxStorage;
  kept: KeptStorage;
  drafts: DraftStorage;
  photos: Photos;
  newId(): string;
  now(): Date;
}
