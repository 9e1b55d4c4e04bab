import type { Conversation } from '@selvedge/shared/conversations';
import { DELIVERED_CONVERSATIONS_MAX, DELIVERED_DELAY_MS } from '@selvedge/shared/limits';
import type { Fact } from '@selvedge/shared/realtime';
import type { StoreApi } from 'zustand/vanilla';
import { mergeConversation } from './merge.ts';
import type { Live } from './ports.ts';
import type { MessagingState } from './state.ts';

type Cursors = Pick<Conversation, 'deliveredSeq'> | Pick<Conversation, 'otherDeliveredSeq'>;

/** Conversations whose newest message is here and the server does not know it. One of mine has moved my cursor itself. */
const unreported = ({ connection, conversations }: MessagingState): Conversation[] =>
  connection === 'online'
    ? Object.values(conversations)
        .filter(({ lastSeq, readSeq, deliveredSeq }) => lastSeq > Math.max(readSeq, deliveredSeq))
        .slice(0, DELIVERED_CONVERSATIONS_MAX)
    : [];

/**
 * Tells the server what has arrived in this browser, and holds what has arrived at the other people's. It follows the
 * store: whatever brought a message, and whenever a connection is there, what came within a moment goes as one report.
 */
export function createDelivered(store: StoreApi<MessagingState>, live: Pick<Live, 'request'>) {
  let isReporting = false;

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

  async function report(): Promise<void> {
    const { personId } = store.getState();
    const due = unreported(store.getState());
    const seqs = Object.fromEntries(due.map(({ id, lastSeq }) => [id, lastSeq]));
    // Lost or refused, it goes again with whatever comes next, a new connection at the latest.
    const answer =
      due.length === 0
        ? null
        : await live.request('conversation:delivered', { conversations: seqs }).catch(() => null);
    isReporting = false;
    // What came meanwhile, or was too much for one report, is found as this changes the store.
    if (answer?.ok && store.getState().personId === personId)
      raise(due.map(({ id, lastSeq }) => [id, { deliveredSeq: lastSeq }]));
  }

  store.subscribe((now, before) => {
    if (isReporting || now.connection !== 'online') return;
    if (now.conversations === before.conversations && now.connection === before.connection) return;
    isReporting = true;
    setTimeout(() => void report(), DELIVERED_DELAY_MS);
  });

  return {
    /** Something has reached the other person of a conversation. */
    told: ({ conversationId, seq }: Fact<'conversation:delivered'>): void =>
      raise([[conversationId, { otherDeliveredSeq: seq }]]),
  };
}
