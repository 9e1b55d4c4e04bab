import type { Message } from '@selvedge/shared/conversations/conversations';
import { isLater } from './merge-messages.ts';

/**
 * Changed messages outside the loaded range of their threads: a page in flight may have their old version.
 */
export function createChangedMessages() {
  const changed = new Map<string, Message>();

  /** The later of a message and its known change. */
  const latest = (message: Message): Message => {
    const other = changed.get(message.id);
    return other && isLater(other, message) ? other : message;
  };

  return {
    latest,

    /** Notes a change, unless a later one of the same message is known. */
    note(message: Message): void {
      if (latest(message) === message) changed.set(message.id, message);
    },

    /** Forgets the changes that a thread has loaded. */
    forgetLoaded(messages: readonly Message[]): void {
      const first = messages[0]?.seq ?? 1;
      for (const one of changed.values()) {
        if (messages[one.seq - first]?.id === one.id) changed.delete(one.id);
      }
    },

    evict(conversationId: string): void {
      for (const one of changed.values()) if (one.conversationId === conversationId) changed.delete(one.id);
    },

    clear: (): void => changed.clear(),
  };
}
export type ChangedMessages = ReturnType<typeof createChangedMessages>;
