import type { Database } from '../db/database.ts';
import type { Publish } from '../publish.ts';
import { createUnreadAnnouncer } from './announce-unread.ts';

/** What the verbs of this feature work with. */
export interface Conversing {
  db: Database;
  publish: Publish;
  announceUnread(personId: string): Promise<void>;
  /** Tells whoever has the product open nowhere of a message that was stored for them. */
  tellAway(unread: { personId: string; conversationId: string; seq: number }): Promise<void>;
}

export type ConversingOptions = Partial<Pick<Conversing, 'tellAway'>>;

export const createConversing = (
  db: Database,
  publish: Publish,
  { tellAway = async () => undefined }: ConversingOptions = {},
): Conversing => ({
  db,
  publish,
  tellAway,
  announceUnread: createUnreadAnnouncer(db, publish),
});
