import type { Message } from '@selvedge/shared/conversations';
import type { Publish } from '../core/publish.ts';
import type { Database } from '../db/database.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import type { AnnounceUnread } from './announce-unread.ts';
import type { Send } from './next-message.ts';

/** The dependencies of this feature's verbs. */
export interface ConversationContext {
  db: Database;
  publish: Publish;
  images: ChatImages;
  /** Whether new accounts start only some conversations a day. */
  limitsNewcomers: boolean;
  announceUnread: AnnounceUnread;
  /** Stores and announces a message, as documented at `sendMessage`. */
  send(send: Send): Promise<Message>;
  /** Reports an unexpected error that rolled back a batch of messages; each of them is sent again by itself. */
  batchFailed(error: unknown, messages: number): void;
  /** Counts a conversation that a member starts. @throws rate_limited when they have started too many lately. */
  countStart(personId: string): Promise<void>;
  /** Receives, for the metrics, how long after its commit a new message was announced, in milliseconds. */
  delivered(ms: number): void;
  /** Notifies the receiver of a message outside the product, if they have it open nowhere. */
  notifyAway(unread: { personId: string; conversationId: string; seq: number }): Promise<void>;
}
