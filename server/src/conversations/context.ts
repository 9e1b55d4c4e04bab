import type { Database } from '../db/database.ts';
import type { Publish } from '../publish.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import { createUnreadAnnouncer } from './announce-unread.ts';

/** What the verbs of this feature work with. */
export interface Conversing {
  db: Database;
  publish: Publish;
  images: ChatImages;
  /** Whether new accounts start only some conversations a day. */
  limitsNewcomers: boolean;
  announceUnread(personId: string): Promise<void>;
  /** Hears how long after its commit a new message was told, in milliseconds. */
  delivered(ms: number): void;
  /** Tells whoever has the product open nowhere of a message that was stored for them. */
  tellAway(unread: { personId: string; conversationId: string; seq: number }): Promise<void>;
}

const noPictures = (): never => {
  throw new Error('this conversation has no pictures');
};
/** For conversations of text alone. */
export const noImages: ChatImages = {
  takeIn: noPictures,
  urlFor: noPictures,
  discard: async () => undefined,
  read: noPictures,
};

export type ConversingOptions = Partial<
  Pick<Conversing, 'images' | 'tellAway' | 'limitsNewcomers' | 'delivered'>
>;

export const createConversing = (
  db: Database,
  publish: Publish,
  {
    images = noImages,
    tellAway = async () => undefined,
    limitsNewcomers = true,
    delivered = () => undefined,
  }: ConversingOptions = {},
): Conversing => ({
  db,
  publish,
  images,
  tellAway,
  limitsNewcomers,
  delivered,
  announceUnread: createUnreadAnnouncer(db, publish),
});
