import type { Message, MessagePage } from '@selvedge/shared/conversations';
import type { Actor } from '../actor.ts';
import type { Conn } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { Conversing } from './context.ts';
import { presentMessage } from './present.ts';
import { findConversation, messagesAfter, messagesBefore } from './queries.ts';
import { sees } from './sees.ts';

/** Above every `seq` a conversation can reach. */
const END = 2 ** 31 - 1;

/**
 * A page of a conversation in ascending order: what follows `after`, what precedes `before`, or the newest.
 * @throws not_found when the person sees no such conversation.
 */
export async function listMessages(
  { images }: Pick<Conversing, 'images'>,
  conn: Conn,
  actor: Actor,
  id: string,
  page: MessagePage,
): Promise<Message[]> {
  const [row] = await findConversation(conn, { id });
  if (!row || !sees(actor.id, row.conversation)) throw notFound('Conversation not found');
  const { before = END, after, limit } = page;
  const rows =
    after === undefined
      ? (await messagesBefore(conn, { id, before, limit })).reverse()
      : await messagesAfter(conn, { id, after, limit });
  return rows.map((message) => presentMessage(message, actor.id, images));
}
