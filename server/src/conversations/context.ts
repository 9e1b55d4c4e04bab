import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Publish } from '../platform/core/publish.ts';
import type { Database } from '../platform/db/database.ts';
import type { ChatImages } from '../platform/media/chat-images.ts';
import type { AnnounceUnread } from './announce-unread.ts';
import type { ClientIds } from './client-ids/client-ids.ts';
import type { Send } from './next-message.ts';
import type { RowMemory } from './row-memory.ts';

export interface ConversationContext {
  db: Database;
  publish: Publish;
  images: ChatImages;
  /** Conversations in memory; null on PostgreSQL, to which other nodes write. */
  memory: RowMemory | null;
  /** Recognizes new client ids; null on PostgreSQL, which has an index of them. */
  clientIds: ClientIds | null;
  /** Whether new accounts may start only a few conversations a day. */
  limitsNewcomers: boolean;
  announceUnread: AnnounceUnread;
  /** Stores and announces a message, as documented at `sendMessage`. */
  send(send: Send): Promise<Message>;
  /** Reports an unexpected error that rolled back a batch of messages; each is retried singly. */
  batchFailed(error: unknown, messages: number): void;
  /** Counts a conversation that a member starts. @throws rate_limited if they have started too many recently. */
  countStart(personId: string): Promise<unknown>;
  /** Metrics hook: milliseconds from a message's commit to its announcement. */
  delivered(ms: number): void;
  /** Reports a message, after its commit, for which its recipient may have to be notified. */
  notifyAway(unread: { personId: string; conversationId: string; seq: number }): Promise<void>;
}
