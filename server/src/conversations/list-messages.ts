import type { Message, MessagePage } from '@selvedge/shared/conversations/conversations';
import { SEQ_MAX } from '@selvedge/shared/platform/limits';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { notFound } from '../platform/core/errors.ts';
import { itemsOfPage } from '../platform/core/paging.ts';
import type { Conn } from '../platform/db/database.ts';
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
export function versionOfThread({ conversation: c, buyer, seller }: ConversationRow) {
  return [...[c.lastSeq, c.changeSeq, c.changedAt], ...[buyer, seller]];
}

/** Ascending: after `after`, before `before`, or the newest; fewer than `limit` if they are heavy. */
export async function readThread(
  { media }: Ctx,
  conn: Conn,
  actor: Pick<Actor, 'id'>,
  { conversation: { id }, buyer, seller }: ConversationRow,
  page: MessagePage,
): Promise<Message[]> {
  const { before = SEQ_MAX, after, limit } = page;
  const rows =
    after === undefined
      ? await messagesBefore(conn, { id, before, limit })
      : await messagesAfter(conn, { id, after, limit });
  const messages = rows.map((row) =>
    // Use the participants from `findThread`, since `versionOfThread` derives the cache version from them.
    presentMessage(
      { ...row, sender: row.sender.id === buyer.id ? buyer : seller },
      actor.id,
      media.chatImages,
    ),
  );
  const shown = itemsOfPage(messages);
  return after === undefined ? shown.reverse() : shown;
}

/** The query of the page that follows in the same direction; null at the end of the thread. */
export function nextPageOf(
  { conversation: { lastSeq } }: ConversationRow,
  { after, limit }: MessagePage,
  messages: Message[],
): string | null {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return null;
  if (after !== undefined) return last.seq < lastSeq ? `after=${last.seq}&limit=${limit}` : null;
  return first.seq > 1 ? `before=${first.seq}&limit=${limit}` : null;
}
