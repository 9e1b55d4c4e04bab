import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';

/** Whether `message` is a newer version of `other`. */
export const isLater = (message: Message, other: Message): boolean =>
  (message.changedSeq ?? 0) > (other.changedSeq ?? 0);

/**
 * Merges received messages into the loaded ones: each once, in `seq` order, in its latest version. `hasHole`
 * means that some were left out because a message before them is missing.
 */
export function merge(loaded: Message[], arrived: Message[]): { messages: Message[]; hasHole: boolean } {
  let messages = loaded;
  const first = loaded[0]?.seq ?? 1;
  for (const message of [...arrived].sort((a, b) => a.seq - b.seq)) {
    // The loaded messages are contiguous, so `seq` gives the index.
    const at = message.seq - first;
    const version = messages[at];
    if (at > messages.length) return { messages, hasHole: true };
    if (at < 0 || (version && !isLater(message, version))) continue;
    if (messages === loaded) messages = [...loaded];
    messages[at] = message;
  }
  return { messages, hasHole: false };
}

/** Puts an older page, in ascending order, before the loaded messages. */
export function prepend(loaded: Message[], page: Message[]): Message[] {
  const first = loaded[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...page.filter((message) => message.seq < first), ...loaded];
}

/**
 * Merges a received conversation into the loaded one. Events may overtake each other, so counters and cursors
 * only rise; everything else comes from the received conversation unless it is older.
 */
export function mergeConversation(loaded: Conversation | undefined, received: Conversation): Conversation {
  if (!loaded) return received;
  // Both counters only rise, so their sum shows which of two states is newer.
  const isOlder = received.lastSeq + received.changeSeq < loaded.lastSeq + loaded.changeSeq;
  const { lastSeq, changeSeq, lastMessage, isArchived, isMuted } = loaded;
  // An older state must not archive the conversation again: a newer message may have unarchived it.
  const newest = isOlder ? { ...received, lastSeq, changeSeq, lastMessage, isArchived, isMuted } : received;
  const readSeq = Math.max(loaded.readSeq, received.readSeq);
  return {
    ...newest,
    readSeq,
    otherReadSeq: Math.max(loaded.otherReadSeq, received.otherReadSeq),
    deliveredSeq: Math.max(loaded.deliveredSeq, received.deliveredSeq),
    otherDeliveredSeq: Math.max(loaded.otherDeliveredSeq, received.otherDeliveredSeq),
    isRead: readSeq >= newest.lastSeq,
  };
}

/** A conversation's position in the inbox. */
export interface InboxPlace {
  at: string;
  id: string;
}

export const placeOf = ({ id, lastMessage, createdAt }: Conversation): InboxPlace => ({
  at: lastMessage?.createdAt ?? createdAt,
  id,
});

/** Whether one position is above another: newest first, as the server orders. ISO instants compare as text. */
export const isAbove = (a: InboxPlace, b: InboxPlace): boolean => (a.at === b.at ? a.id > b.id : a.at > b.at);

/** Conversations in the order of the inbox. */
export const inboxOrder = (conversations: Conversation[]): Conversation[] =>
  conversations
    .map((one) => ({ one, place: placeOf(one) }))
    .sort((a, b) => (isAbove(a.place, b.place) ? -1 : 1))
    .map(({ one }) => one);
