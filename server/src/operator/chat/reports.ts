import { DELIVERED_CONVERSATIONS_MAX, DELIVERED_DELAY_MS } from '@selvedge/shared/platform/limits';
import type { EventPayload, RequestInput } from '@selvedge/shared/platform/realtime';

type Seqs = RequestInput<'conversation:delivered'>['conversations'];

/** Reports received messages as delivered, collecting them briefly to send fewer reports. */
export function createReports(
  send: (conversations: Seqs) => void,
): (event: EventPayload<'message:new'>) => void {
  const due = new Map<string, number>();

  function flush(): void {
    const seqs = [...due];
    due.clear();
    for (let i = 0; i < seqs.length; i += DELIVERED_CONVERSATIONS_MAX)
      send(Object.fromEntries(seqs.slice(i, i + DELIVERED_CONVERSATIONS_MAX)));
  }

  return ({ message: { conversationId, seq }, conversation: { readSeq, deliveredSeq } }) => {
    if (seq <= Math.max(readSeq, deliveredSeq)) return;
    // Unreferenced: a pending report must not keep the process alive.
    if (due.size === 0) setTimeout(flush, DELIVERED_DELAY_MS).unref();
    due.set(conversationId, seq);
  };
}
