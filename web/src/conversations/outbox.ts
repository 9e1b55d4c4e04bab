import type { Problem } from '@selvedge/shared/errors';
import { type DBSchema, openDB } from 'idb';

/** A message on its way: shown at once, kept until the server has it. */
export interface Pending {
  /** Names the message for good: the server stores it once, however often it is sent. */
  clientId: string;
  conversationId: string;
  content: string;
  /** ISO time of writing; the order in which messages of one conversation leave. */
  createdAt: string;
  status: 'sending' | 'failed';
  /** Why it failed. */
  problem?: Problem;
}

/** Where messages wait that the server does not have yet. */
export interface OutboxStorage {
  load(personId: string): Promise<Pending[]>;
  put(personId: string, pending: Pending): Promise<void>;
  remove(clientId: string): Promise<void>;
  clear(personId: string): Promise<void>;
}

interface Schema extends DBSchema {
  outbox: { key: string; value: Pending & { personId: string }; indexes: { personId: string } };
}

/** The browser's own database, which a reload and a crash leave whole. */
export function createIndexedDbOutbox(): OutboxStorage {
  const opened = openDB<Schema>('selvedge', 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('personId', 'personId');
    },
  });
  return {
    async load(personId) {
      const rows = await (await opened).getAllFromIndex('outbox', 'personId', personId);
      return rows.map(({ personId: _, ...pending }) => pending);
    },
    async put(personId, pending) {
      await (await opened).put('outbox', { ...pending, personId });
    },
    async remove(clientId) {
      await (await opened).delete('outbox', clientId);
    },
    async clear(personId) {
      const db = await opened;
      const keys = await db.getAllKeysFromIndex('outbox', 'personId', personId);
      await Promise.all(keys.map((key) => db.delete('outbox', key)));
    },
  };
}
