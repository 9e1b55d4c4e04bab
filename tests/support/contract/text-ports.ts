import { randomUUID } from 'node:crypto';
import type { OutgoingMessage } from '../../../web/src/conversations/store/outbox/outgoing-message.ts';
import type { Ports } from '../../../web/src/conversations/store/session/ports.ts';

const noPhoto = (): never => {
  throw new Error('no photo is sent here');
};

/** An outbox in memory. @param messages its messages, by `clientId` */
export const memoryOutbox = (messages = new Map<string, OutgoingMessage>()): Ports['outbox'] => ({
  load: async () => [...messages.values()],
  put: async (_person, message) => void messages.set(message.clientId, message),
  remove: async (clientId) => void messages.delete(clientId),
  clear: async () => messages.clear(),
});

/** A text-only client's ports besides its connection: an outbox in memory, an empty cache and no drafts. */
export function createTextPorts(): Omit<Ports, 'live' | 'rest'> {
  return {
    outbox: memoryOutbox(),
    cache: {
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
