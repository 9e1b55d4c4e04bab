import type { Conversation } from '@selvedge/shared/conversations';
import { DELIVERED_CONVERSATIONS_MAX, DELIVERED_DELAY_MS } from '@selvedge/shared/limits';
import type { EventPayload } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import { mergeConversation } from './merge.ts';
import type { Live } from './ports.ts';
import type { MessagingState } from './state.ts';

type Cursors = Pick<Conversation, 'deliveredSeq'> | Pick<Conversation, 'otherDeliveredSeq'>;

/**
 * Conversations whose newest message has arrived here without the server knowing. Sending moves the sender's own
 * cursor.
 */
const unreported = ({ connection, conversations }: MessagingState): Conversation[] =>
  connection === 'online'
    ? Object.values(conversations)
        .filter(({ lastSeq, readSeq, deliveredSeq }) => lastSeq > Math.max(readSeq, deliveredSeq))
        .slice(0, DELIVERED_CONVERSATIONS_MAX)
    : [];

/**
 * Reports to the server what has arrived in this browser, and records what has arrived at the other people's. It
 * follows the store: however a message came, all that arrive within a moment go as one report while there is a
 * connection.
 */
export function createDelivered(store: StoreApi<MessagingState>, live: Pick<Live, 'request'>) {
  let isReporting = false;
  /** There were changes, or there is a new connection, since the report that is on its way was made. */
  let isOutdated = false;

  function raise(risen: [conversationId: string, to: Cursors][]): void {
    store.setState(({ conversations: held }) => {
      const conversations = { ...held };
      for (const [id, to] of risen) {
        const one = conversations[id];
        if (one) conversations[id] = mergeConversation(one, { ...one, ...to });
      }
      return { conversations };
    });
  }

  function schedule(): void {
    isReporting = true;
    setTimeout(() => void report(), DELIVERED_DELAY_MS);
  }

  async function report(): Promise<void> {
    isOutdated = false;
    const { personId } = store.getState();
    const due = unreported(store.getState());
    const seqs = Object.fromEntries(due.map(({ id, lastSeq }) => [id, lastSeq]));
    // A report that is lost or refused goes again with the next change, a new connection at the latest.
    const answer =
      due.length === 0
        ? null
        : await live.request('conversation:delivered', { conversations: seqs }).catch(() => null);
    isReporting = false;
    // This changes the store, which finds what came meanwhile or did not fit into one report.
    if (answer?.ok && store.getState().personId === personId)
      raise(due.map(({ id, lastSeq }) => [id, { deliveredSeq: lastSeq }]));
    else if (isOutdated) schedule();
  }

  store.subscribe((now, before) => {
    if (now.connection !== 'online') return;
    if (now.conversations === before.conversations && now.connection === before.connection) return;
    if (isReporting) isOutdated = true;
    else schedule();
  });

  return {
    /** A message has reached the other person of a conversation. */
    told: ({ conversationId, seq }: EventPayload<'conversation:delivered'>): void =>
      raise([[conversationId, { otherDeliveredSeq: seq }]]),
  };
}
