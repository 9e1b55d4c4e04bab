import type { Publish } from '../core/publish.ts';
import type { Database } from '../db/database.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import { createUnreadAnnouncer } from './announce-unread.ts';
import { createSendBatch } from './batch/send-batch.ts';
import type { Conversing } from './context.ts';
import { sendAlone } from './send-message.ts';

const noPictures = (): never => {
  throw new Error('this conversation has no pictures');
};
/** For callers whose conversations hold no photos. */
export const noImages: ChatImages = {
  takeIn: noPictures,
  urlFor: noPictures,
  discard: async () => undefined,
  read: noPictures,
};

export type ConversingOptions = Partial<
  Pick<
    Conversing,
    'images' | 'notifyAway' | 'limitsNewcomers' | 'countStart' | 'delivered' | 'announceUnread'
  >
>;

export function createConversing(
  db: Database,
  publish: Publish,
  {
    images = noImages,
    notifyAway = async () => undefined,
    limitsNewcomers = true,
    countStart = async () => undefined,
    delivered = () => undefined,
    announceUnread = createUnreadAnnouncer(db, publish),
  }: ConversingOptions = {},
): Conversing {
  const ctx: Conversing = {
    ...{ db, publish, images, notifyAway, limitsNewcomers, countStart, delivered, announceUnread },
    send: (send) => sendAlone(ctx, send),
  };
  // Only PostgreSQL gains: SQLite has no network round trips to save, and its writers share commits anyway.
  if (db.dialect === 'postgres') ctx.send = createSendBatch(ctx);
  return ctx;
}
