import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RowChanges } from '../../platform/db/row-changes.ts';
import type { ConversationState } from '../queries.ts';
import { findRecent, findRecorded, findRecordedMessage, findUnrecordedMessage } from './queries.ts';

/** Client ids that a trigger records at once: more would take longer to read, and fewer would write more. */
export const BLOCK = 64;
/** As many as the row memory has. */
const CONVERSATIONS_MAX = 2_000;

type Conversation = Pick<ConversationState, 'id' | 'lastSeq'>;

/** The `seq` of the last message whose client id is recorded. */
const recordedSeq = ({ lastSeq }: Conversation) => lastSeq - (lastSeq % BLOCK);

/** The client ids of the newest messages, in memory. On SQLite only; one for all messages that a process inserts. */
export interface ClientIds {
  /** Whether a message may be a repeat; if not, its client id is new in its conversation. */
  mayBeUsed(tx: Tx, conversation: Conversation, clientId: string): boolean;
  /** The current transaction has stored a message. */
  used(message: { conversationId: string; seq: number; clientId: string }): void;
}

/**
 * Recognizes new client ids on SQLite, where a unique index would change another page of the file for each random id:
 * 11 µs and 8 KB a message. The ids of a conversation's newest messages are looked up in memory, earlier ones in a table.
 */
export function createClientIds(changes: RowChanges): ClientIds {
  const recent = createBoundedCache<Set<string>>({ entriesMax: CONVERSATIONS_MAX });
  changes.watch([{ table: 'messages', keys: ['conversation_id'] }], {
    changed(_table, ids) {
      for (const id of ids) recent.delete(id);
    },
    reset: () => recent.clear(),
  });
  function recentOf(tx: Tx, conversation: Conversation): Set<string> {
    const { id } = conversation;
    const known = recent.get(id);
    if (known) return known;
    const rows = findRecent.now(tx, { conversationId: id, after: recordedSeq(conversation) });
    const ids = new Set(rows.map(({ clientId }) => clientId));
    recent.set(id, ids);
    return ids;
  }
  return {
    mayBeUsed(tx, conversation, clientId) {
      if (recentOf(tx, conversation).has(clientId)) return true;
      if (recordedSeq(conversation) === 0) return false;
      return findRecorded.now(tx, { conversationId: conversation.id, clientId }).length > 0;
    },
    used({ conversationId, seq, clientId }) {
      if (seq % BLOCK === 0) recent.delete(conversationId);
      else recent.get(conversationId)?.add(clientId);
    },
  };
}

export async function findSent(
  tx: Tx,
  conversation: Conversation,
  { senderId, clientId }: { senderId: string; clientId: string },
) {
  const sent = { conversationId: conversation.id, senderId, clientId };
  // PostgreSQL has an index of all client ids.
  const after = tx.hasConcurrentWriters ? 0 : recordedSeq(conversation);
  const [recentOne] = await findUnrecordedMessage(tx, { ...sent, after });
  if (recentOne || after === 0) return recentOne;
  const [recordedOne] = await findRecordedMessage(tx, sent);
  return recordedOne;
}
