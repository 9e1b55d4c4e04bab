import type { OutboxStorage } from '../store/session/ports.ts';
import type { BrowserDatabase } from './browser-database.ts';

export function createIndexedDbOutbox(opened: BrowserDatabase): OutboxStorage {
  return {
    async load(personId) {
      const rows = await (await opened()).getAllFromIndex('outbox', 'personId', personId);
      return rows.map(({ personId: _, ...message }) => message);
    },
    async put(personId, message) {
      await (await opened()).put('outbox', { ...message, personId });
    },
    async remove(clientId) {
      await (await opened()).delete('outbox', clientId);
    },
    async clear(personId) {
      const db = await opened();
      const keys = await db.getAllKeysFromIndex('outbox', 'personId', personId);
      await Promise.all(keys.map((key) => db.delete('outbox', key)));
    },
  };
}
