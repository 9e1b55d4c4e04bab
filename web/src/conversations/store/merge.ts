import type { Conversation, Message } from '@selvedge/shared/conversations';

/** Whether `message` is a later version of the same message than `than`. */
export const isLater = (message: Message, than: Message): boolean =>
  (message.changedSeq ?? 0) > (than.changedSeq ?? 0);

/**
 * Merges arrived messages into the held ones: each once, in the order of `seq`, in its latest version. `hasHole` tells
 * that some were left out because a message before them is missing.
 */
export function merge(held: Message[], arrived: Message[]): { messages: Message[]; hasHole: boolean } {
  let messages = held;
  const first = held[0]?.seq ?? 1;
  for (const message of [...arrived].sort((a, b) => a.seq - b.seq)) {
    // The held messages are contiguous, so `seq` gives the index.
    const at = message.seq - first;
    const version = messages[at];
    if (at > messages.length) return { messages, hasHole: true };
    if (at < 0 || (version && !isLater(message, version))) continue;
    if (messages === held) messages = [...held];
    messages[at] = message;
  }
  return { messages, hasHole: false };
}

/** Puts an older page, in ascending order, before the messages held. */
export function prepend(held: Message[], page: Message[]): Message[] {
  const first = held[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...page.filter((message) => message.seq < first), ...held];
}

/**
 * What is known of a conversation after hearing `news`. Facts may overtake each other, so counters and cursors only
 * rise; everything else comes from the news, unless they are older.
 */
export function mergeConversation(held: Conversation | undefined, news: Conversation): Conversation {
  if (!held) return news;
  // Both counters only rise, so their sum tells which of two states came first.
  const isOlder = news.lastSeq + news.changeSeq < held.lastSeq + held.changeSeq;
  const { lastSeq, changeSeq, lastMessage, isArchived, isMuted } = held;
  // Old news must not archive the conversation again: a newer message may have brought it out.
  const newest = isOlder ? { ...news, lastSeq, changeSeq, lastMessage, isArchived, isMuted } : news;
  const readSeq = Math.max(held.readSeq, news.readSeq);
  return {
    ...newest,
    readSeq,
    otherReadSeq: Math.max(held.otherReadSeq, news.otherReadSeq),
    deliveredSeq: Math.max(held.deliveredSeq, news.deliveredSeq),
    otherDeliveredSeq: Math.max(held.otherDeliveredSeq, news.otherDeliveredSeq),
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
