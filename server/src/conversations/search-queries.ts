import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

const value = (name: string) => sql.placeholder(name);

const messagesOf = (column: 'senderId' | 'recipientId') =>
  prepared(`messages_by_${column}`, ({ q, t: { messages: m } }: Conn) =>
    q
      .select({ id: m.id, content: m.content, messageType: m.messageType, removedAt: m.removedAt })
      .from(m)
      .where(and(eq(m[column], value('personId')), lt(m.id, value('below'))))
      .orderBy(desc(m.id))
      .limit(value('limit')),
  );

/** The newest messages below an id that a person wrote, newest first; the next, that they were sent. */
export const sentBelow = messagesOf('senderId');
export const receivedBelow = messagesOf('recipientId');
export type SearchedRow = Awaited<ReturnType<typeof sentBelow>>[number];

export const findPlaces = ({ q, t: { messages: m } }: Conn, ids: string[]) =>
  q
    .select({
      id: m.id,
      seq: m.seq,
      senderId: m.senderId,
      conversationId: m.conversationId,
      createdAt: m.createdAt,
    })
    .from(m)
    .where(inArray(m.id, ids));
