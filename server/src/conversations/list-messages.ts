import type { Message, MessagePage } from '@selvedge/shared/conversations/conversations';
import { SEQ_MAX } from '@selvedge/shared/platform/limits';
import type { Actor } from '../platform/core/actor.ts';
import { notFound } from '../platform/core/errors.ts';
import type { Conn } from '../platform/db/database.ts';
import type { ConversationContext } from './context.ts';
import { isVisibleTo } from './is-visible-to.ts';
import { presentMessage } from './present.ts';
import { type ConversationRow, findConversation, messagesAfter, messagesBefore } from './queries.ts';

/** Finds a conversation. @throws not_found if the actor sees no such conversation. */
export async function findThread(conn: Conn, actor: Pick<Actor, 'id'>, id: string): Promise<ConversationRow> {
  const [row] = await findConversation(conn, { id });
  if (!row || !isVisibleTo(actor.id, row.conversation)) throw notFound('Conversation not found');
  return row;
}

/** Everything that a page of a thread depends on, except photo URLs. Message changes raise `changeSeq`. */
export const versionOfThread = ({ conversation: c, buyer, seller }: ConversationRow) => [
  ...[c.lastSeq, c.changeSeq, c.changedAt],
  ...[buyer, seller],
];

/** A page of a thread in ascending order: the messages after `after`, before `before`, or the newest. */
export async function readThread(
  { images }: Pick<ConversationContext, 'images'>,
  conn: Conn,
  actor: Pick<Actor, 'id'>,
  { conversation: { id }, buyer, seller }: ConversationRow,
  page: MessagePage,
): Promise<Message[]> {
  const { before = SEQ_MAX, after, limit } = page;
  const rows =
    after === undefined
      ? (await messagesBefore(conn, { id, before, limit })).reverse()
      : await messagesAfter(conn, { id, after, limit });
  return rows.map((row) =>
    // Use the participants from `findThread`, since `versionOfThread` derives the cache version from them.
    presentMessage({ ...row, sender: row.sender.id === buyer.id ? buyer : seller }, actor.id, images),
  );
}
