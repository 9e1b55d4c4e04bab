import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { messagesWithSender } from '../queries.ts';

export function findMessage(conn: Conn, id: string) {
  return messagesWithSender(conn).where(eq(conn.t.messages.id, id));
}

/** Takes a conversation's next `changeSeq`. The row stays locked until the transaction ends, so changes are ordered. */
export function countChange({ q, t: { conversations: c } }: Conn, id: string) {
  return q
    .update(c)
    .set({ changeSeq: sql`${c.changeSeq} + 1`, changedAt: new Date() })
    .where(eq(c.id, id))
    .returning({ changeSeq: c.changeSeq });
}

export type MessageChange = Partial<
  Pick<Tables['messages']['$inferInsert'], 'content' | 'removedAt' | 'unsentAt' | 'editedAt'>
>;

export function updateMessage(
  { q, t: { messages: m } }: Conn,
  id: string,
  change: MessageChange & { changedSeq: number },
) {
  return q.update(m).set(change).where(eq(m.id, id)).returning({ id: m.id });
}

/** What a client knows of a conversation: messages up to `seq`, and their changes up to `changeSeq`. */
export interface MessageInConversation {
  id: string;
  seq: number;
  changeSeq: number;
}

/** The first `limit` messages that are outdated on the client; in order of change within a conversation. */
export function changedOfEach(conn: Conn, known: MessageInConversation[], limit: number) {
  const { messages: m } = conn.t;
  const isMissed = ({ id, seq, changeSeq }: MessageInConversation) =>
    // Repeats the condition of the partial index, so that the planner uses it.
    and(eq(m.conversationId, id), sql`changed_seq is not null`, gt(m.changedSeq, changeSeq), lte(m.seq, seq));
  return messagesWithSender(conn)
    .where(or(...known.map(isMissed)))
    .orderBy(asc(m.conversationId), asc(m.changedSeq))
    .limit(limit);
}
