import { randomUUID } from 'node:crypto';
import type { Pending } from '../../web/src/conversations/outbox.ts';
import type { Ports } from '../../web/src/conversations/ports.ts';

const noPhoto = (): never => {
  throw new Error('no photo is sent here');
};

/** A text-only client's ports besides its connection: an outbox in memory, and nothing kept or drafted. */
export function createTextPorts(): Omit<Ports, 'live' | 'rest'> {
  const outbox = new Map<string, Pending>();
  return {
    outbox: {
      load: async () => [...outbox.values()],
      put: async (_person, pending) => void outbox.set(pending.clientId, pending),
      remove: async (clientId) => void outbox.delete(clientId),
      clear: async () => outbox.clear(),
    },
    kept: {
      loadInbox: async () => [],
      loadThread: async () => [],
      putInbox: async () => undefined,
      putThread: async () => undefined,
      clear: async () => undefined,
    },
    photos: { sizeOf: noPhoto, compress: noPhoto, upload: noPhoto },
    drafts: { load: () => ({}), save: () => undefined, clear: () => undefined },
    newId: randomUUID,
    now: () => new Date(),
  };
}
