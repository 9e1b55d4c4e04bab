import type { Conversation, Message } from '@selvedge/shared/conversations';

/**
 * Puts what arrived behind the messages held, each once and in the order of `seq`.
 * `hasHole` tells that some of it could not be put there yet because something before it is missing.
 */
export function append(held: Message[], arrived: Message[]): { messages: Message[]; hasHole: boolean } {
  let last = held.at(-1)?.seq ?? 0;
  const following: Message[] = [];
  let hasHole = false;
  for (const message of [...arrived].sort((a, b) => a.seq - b.seq)) {
    if (message.seq <= last) continue;
    if (message.seq > last + 1) {
      hasHole = true;
      break;
    }
    following.push(message);
    last = message.seq;
  }
  return { messages: following.length > 0 ? [...held, ...following] : held, hasHole };
}

/** Puts an older page, in ascending order, before the messages held. */
export function prepend(held: Message[], page: Message[]): Message[] {
  const first = held[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...page.filter((message) => message.seq < first), ...held];
}

/**
 * What is known of a conversation after hearing `news`. Facts may cross on their way, so counters and cursors only
 * rise; the news settles the rest unless they are older.
 */
export function mergeConversation(held: Conversation | undefined, news: Conversation): Conversation {
  if (!held) return news;
  const newest =
    news.lastSeq >= held.lastSeq ? news : { ...news, lastSeq: held.lastSeq, lastMessage: held.lastMessage };
  const readSeq = Math.max(held.readSeq, news.readSeq);
  return {
    ...newest,
    readSeq,
    otherReadSeq: Math.max(held.otherReadSeq, news.otherReadSeq),
    isRead: readSeq >= newest.lastSeq,
  };
}

const lastActivity = ({ lastMessage, createdAt }: Conversation): string =>
  lastMessage?.createdAt ?? createdAt;

/** Newest first, as the server orders the inbox. */
const byNewest = (a: Conversation, b: Conversation): number =>
  lastActivity(b).localeCompare(lastActivity(a)) || b.id.localeCompare(a.id);

/** Conversations in the order of the inbox. */
export const inboxOrder = (conversations: Readonly<Record<string, Conversation>>): Conversation[] =>
  Object.values(conversations).sort(byNewest);
