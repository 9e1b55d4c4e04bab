import type { Publish } from '../platform/core/publish.ts';
import type { Database } from '../platform/db/database.ts';
import type { ChatImages } from '../platform/media/chat-images.ts';
import { createUnreadAnnouncer } from './announce-unread.ts';
import { createSendBatch } from './batch/send-batch.ts';
import { createClientIds } from './client-ids/client-ids.ts';
import type { ConversationContext } from './context.ts';
import { createRowMemory } from './row-memory.ts';
import { sendSingle } from './send-message.ts';

const noPictures = (): never => {
  throw new Error('this context has no image storage');
};
/** For callers that never handle photos. */
export const noImages: ChatImages = {
  takeIn: noPictures,
  urlFor: noPictures,
  discard: async () => undefined,
  read: noPictures,
};

type ConversationContextOptions = Partial<
  Pick<
    ConversationContext,
    | 'images'
    | 'notifyAway'
    | 'limitsNewcomers'
    | 'countStart'
    | 'delivered'
    | 'batchFailed'
    | 'announceUnread'
  >
>;

export function createConversationContext(
  db: Database,
  publish: Publish,
  {
    images = noImages,
    notifyAway = async () => undefined,
    limitsNewcomers = true,
    countStart = async () => undefined,
    delivered = () => undefined,
    batchFailed = () => undefined,
    announceUnread = createUnreadAnnouncer(db, publish),
  }: ConversationContextOptions = {},
): ConversationContext {
  const ctx: ConversationContext = {
    ...{
      db,
      publish,
      images,
      memory: db.rowChanges && createRowMemory(db.rowChanges),
      clientIds: db.rowChanges && createClientIds(db.rowChanges),
      notifyAway,
      limitsNewcomers,
      countStart,
      delivered,
      batchFailed,
      announceUnread,
    },
    send: (send) => sendSingle(ctx, send),
  };
  // Only PostgreSQL benefits: SQLite has no network round trips, and its writers share commits anyway.
  if (db.runStatement) ctx.send = createSendBatch(ctx, db.runStatement);
  return ctx;
}
