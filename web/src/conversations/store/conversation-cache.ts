import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';

/** A local cache of the member's conversations, used while the server is unreachable. */
export interface CacheStorage {
  loadInbox(personId: string): Promise<Conversation[]>;
  loadThread(personId: string, id: string): Promise<Message[]>;
  /** @param conversations newest first */
  putInbox(personId: string, conversations: Conversation[]): Promise<void>;
  putThread(personId: string, id: string, messages: Message[]): Promise<void>;
  clear(personId: string): Promise<void>;
}
