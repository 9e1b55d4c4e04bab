import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutgoingMessage } from '../store/outbox/outgoing-message.ts';

interface Schema extends DBSchema {
  outbox: { key: string; value: OutgoingMessage & { personId: string }; indexes: { personId: string } };
  /** The top of a member's inbox. */
  inbox: { key: string; value: { personId: string; conversations: Conversation[] } };
  /** The newest messages of threads that the member has opened, and when each was last written. */
  threads: {
    key: [personId: string, id: string];
    value: { personId: string; id: string; at: number; messages: Message[] };
    indexes: { latest: [personId: string, at: number] };
  };
}

const VERSION = 2;

/**
 * The browser's IndexedDB, which survives reloads and crashes. Call this on every use: the connection may be
 * closed.
 */
export type BrowserDatabase = () => Promise<IDBPDatabase<Schema>>;

export function createBrowserDatabase(): BrowserDatabase {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;

  function open(): Promise<IDBPDatabase<Schema>> {
    const opened = openDB<Schema>('selvedge', VERSION, {
      upgrade(db, before) {
        if (before < 1) {
          db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('personId', 'personId');
        }
        db.createObjectStore('inbox', { keyPath: 'personId' });
        db.createObjectStore('threads', { keyPath: ['personId', 'id'] }).createIndex('latest', [
          'personId',
          'at',
        ]);
      },
      // A newer page in another tab is waiting to upgrade the database. Afterwards this tab cannot open it
      // and stores nothing.
      blocking() {
        opening = null;
        void opened.then((db) => db.close());
      },
      terminated() {
        opening = null;
      },
    });
    // Without storage, this caller gets the error, and the next call tries again.
    opened.catch(() => {
      opening = null;
    });
    return opened;
  }
  return () => {
    opening ??= open();
    return opening;
  };
}
