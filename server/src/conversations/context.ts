import type { Message } from '@selvedge/shared/conversations';
import type { Database } from '../db/database.ts';
import type { Publish } from '../publish.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import type { AnnounceUnread } from './announce-unread.ts';
import type { Send } from './next-message.ts';

/** What the verbs of this feature work with. */
export interface Conversing {
  db: Database;
  publish: Publish;
  images: ChatImages;
  /** Whether new accounts start only some conversations a day. */
  limitsNewcomers: boolean;
  announceUnread: AnnounceUnread;
  /** Stores a message and tells of it, as `sendMessage` says. */
  send(send: Send): Promise<Message>;
  /** Before somebody starts a conversation. @throws rate_limited when they have started many lately. */
  countStart(personId: string): Promise<void>;
  /** Hears how long after its commit a new message was told, in milliseconds. */
  delivered(ms: number): void;
  /** Tells whoever has the product open nowhere of a message that was stored for them. */
  tellAway(unread: { personId: string; conversationId: string; seq: number }): Promise<void>;
}
