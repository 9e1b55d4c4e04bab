import type { Message, MessagePage } from '@selvedge/shared/conversations/conversations';
import { findThread, readThread } from '../../../server/src/conversations/list-messages.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Ctx } from '../../../server/src/platform/core/ctx.ts';
import type { Conn } from '../../../server/src/platform/db/database.ts';

/**
 * A page of a thread, as its route reads it.
 * @throws not_found when the member cannot see the conversation.
 */
export const listMessages = async (
  ctx: Ctx,
  conn: Conn,
  actor: Pick<Actor, 'id'>,
  id: string,
  page: MessagePage,
): Promise<Message[]> => readThread(ctx, conn, actor, await findThread(conn, actor, id), page);
