import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../server/src/platform/db/database.ts';

const ROWS_PER_INSERT = 500;

interface MessageSeries {
  conversationId: string;
  senderId: string;
  count: number;
  /** The last `seq` so far, if the conversation is not empty. */
  after?: number;
  /** The text of the message with a `seq`; 'message 1' and so on by default. */
  contentOf?: (seq: number) => string;
  /** Whether each message was edited once, in the order of `seq`. */
  isEdited?: boolean;
}

/** Fills a conversation with messages a second apart, without publishing them. */
export async function addMessages(
  db: Database,
  {
    conversationId,
    senderId,
    count,
    after = 0,
    contentOf = (seq) => `message ${seq}`,
    isEdited = false,
  }: MessageSeries,
): Promise<void> {
  const end = Date.now();
  const last = after + count;
  const at = (seq: number) => new Date(end - (last - seq) * 1_000);
  await db.transact(async ({ q, t }) => {
    const [conversation] = await q
      .select()
      .from(t.conversations)
      .where(eq(t.conversations.id, conversationId));
    if (!conversation) throw new Error('there is no such conversation');
    for (let from = after + 1; from <= last; from += ROWS_PER_INSERT) {
      const rows = Array.from({ length: Math.min(ROWS_PER_INSERT, last - from + 1) }, (_, i) => ({
        id: uuidv7(),
        conversationId,
        seq: from + i,
        senderId,
        clientId: randomUUID(),
        messageType: 'text' as const,
        content: contentOf(from + i),
        createdAt: at(from + i),
        ...(isEdited && { editedAt: at(from + i), changedSeq: from + i }),
      }));
      await q.insert(t.messages).values(rows).returning({ id: t.messages.id });
    }
    await q
      .update(t.conversations)
      .set({
        lastSeq: last,
        lastMessageAt: at(last),
        lastSenderId: senderId,
        ...(isEdited && { changeSeq: last }),
      })
      .where(eq(t.conversations.id, conversationId))
      .returning({ id: t.conversations.id });
  });
}
