import { requireUnblocked } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isVisibleTo } from '../is-visible-to.ts';
import { presentConversation } from '../present.ts';
import { findConversation } from '../queries.ts';

/** Called before any byte is read. @throws not_found if it is not visible to them; forbidden if blocked */
export async function requireWriter(conn: Conn, actor: Actor, id: string): Promise<void> {
  const [row] = await findConversation(conn, { id });
  if (!row || !isVisibleTo(actor.id, row.conversation)) throw notFound('Conversation not found');
  requireUnblocked(presentConversation(row, actor.id).block);
}
