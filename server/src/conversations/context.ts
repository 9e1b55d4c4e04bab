import type { Database } from '../db/database.ts';
import type { Publish } from '../publish.ts';
import { createUnreadAnnouncer } from './announce-unread.ts';

/** What the verbs of this feature work with. */
export interface Conversing {
  db: Database;
  publish: Publish;
  announceUnread(personId: string): Promise<void>;
}

export const createConversing = (db: Database, publish: Publish): Conversing => ({
  db,
  publish,
  announceUnread: createUnreadAnnouncer(db, publish),
});
