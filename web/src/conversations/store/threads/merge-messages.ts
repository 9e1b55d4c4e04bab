import type { Message } from '@selvedge/shared/conversations/conversations';

/** Whether `message` is a newer version of `other`. */
export function isLater(message: Message, other: Message): boolean {
  return (message.changedSeq ?? 0) > (other.changedSeq ?? 0);
}

/**
 * Merges received messages into the loaded ones: each once, in `seq` order, in its latest version. `hasGap`
 * means that some were left out because a message before them is missing.
 */
export function mergeMessages(
  loaded: Message[],
  received: Message[],
): { messages: Message[]; hasGap: boolean } {
  let messages = loaded;
  const first = loaded[0]?.seq ?? 1;
  for (const message of [...received].sort((a, b) => a.seq - b.seq)) {
    // The loaded messages are contiguous, so `seq` gives the index.
    const at = message.seq - first;
    const version = messages[at];
    if (at > messages.length) return { messages, hasGap: true };
    if (at < 0 || (version && !isLater(message, version))) continue;
    if (messages === loaded) messages = [...loaded];
    messages[at] = message;
  }
  return { messages, hasGap: false };
}

/** Puts an older page, in ascending order, before the loaded messages. */
export function prependPage(loaded: Message[], page: Message[]): Message[] {
  const first = loaded[0]?.seq ?? Number.POSITIVE_INFINITY;
  return [...page.filter((message) => message.seq < first), ...loaded];
}
