import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { DELIVERED_CONVERSATIONS_MAX, DELIVERED_DELAY_MS } from '@selvedge/shared/platform/limits';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { Live } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';
import { mergeConversation } from './conversations.ts';

type Cursors = Pick<Conversation, 'deliveredSeq'> | Pick<Conversation, 'otherDeliveredSeq'>;

/**
 * Conversations whose newest message was received here, but the server does not know that yet. Sending moves
 * the sender's own cursor.
 */
const unreported = ({ connection, conversations }: MessagingState): Conversation[] =>
  connection === 'online'
    ? Object.values(conversations)
        .filter(({ lastSeq, readSeq, deliveredSeq }) => lastSeq > Math.max(readSeq, deliveredSeq))
        .slice(0, DELIVERED_CONVERSATIONS_MAX)
    : [];

/**
 * Reports to the server what this browser has received, and records what the other members' browsers have
 * received. It subscribes to the store, so it does not matter how a message was received; messages received within a
 * moment share one report, sent while connected.
 */
export function createDelivered(store: StoreApi<MessagingState>, live: Pick<Live, 'request'>) {
  let isReporting = false;
  /** Whether the store or the connection has changed since the report in flight was created. */
  let isOutdated = false;

  function raise(cursors: [conversationId: string, to: Cursors][]): void {
    store.setState(({ conversations: before }) => {
      const conversations = { ...before };
      for (const [id, to] of cursors) {
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
    // A lost or refused report is repeated with the next change, or the next connection at the latest.
    const ack =
      due.length === 0
        ? null
        : await live.request('conversation:delivered', { conversations: seqs }).catch(() => null);
    isReporting = false;
    // This changes the store, which then finds what was received meanwhile or did not fit into one report.
    if (ack?.ok && store.getState().personId === personId)
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
    /** A message has reached the other member of a conversation. */
    receive: ({ conversationId, seq }: EventPayload<'conversation:delivered'>): void =>
      raise([[conversationId, { otherDeliveredSeq: seq }]]),
  };
}
